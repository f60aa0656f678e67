# Mends what the argument parser writes for fish; sed -E.

# Its own search for folders, and for files with certain endings, takes the word as it was typed: it finds nothing in 'sub\ folder/'.
s/\(set -l exts ([^;]*);for p in .*\)'$/(__tapedeck_complete_files \1)'/
s/\(for p in .*\*\.([^;]*);printf .*\)'$/(__tapedeck_complete_files \1)'/
/^function __tapedeck_complete_directories$/,/^end$/ c\
function __tapedeck_complete_directories\
    __fish_complete_directories (commandline -ct) ''\
end\
\
function __tapedeck_complete_files\
    set -l files (complete -C "__tapedeck_no_command "(commandline -ct))\
    string match -- '*/' $files\
    for ending in $argv\
        string match -- "*.$ending" $files\
    end\
end

# The commands after 'tapedeck help'.
/positional "tapedeck" -eq 1'/ { p; s/"tapedeck" -eq 1/"tapedeck help" -eq 1/ }
