# Mends what the argument parser writes for zsh; sed -E.

# Values complete after --name=, too: the = says so. Only an option with a value has a colon after its description.
s/^( +'\*?--[a-z0-9-]+)(\[.*[^\\]\]:)/\1=\2/
s/^( +'\([^)]*\)'\{--[a-z0-9-]+)(,-[a-z]\}'\[.*[^\\]\]:)/\1=\2/

# These take several files each, and may be repeated. Further files complete as those of the command do.
s/^( +')(--(with|network)=?\[.*:_files')$/\1*\2/

# Brackets need no escape in the name of a value: zsh shows it as it is.
: name
s/([^\\]\]:[^']*)\\([][])/\1\2/
t name

# The commands after 'tapedeck help'.
/^ +[a-z|-]+\|help\)$/ { h; s/^ +//; s/\)$//; s/\|/ /g; x }
/^ +'\*:subcommands:'$/ { G; s/^( +')\*(:subcommands:)'\n(.*)/\1\2(\3)'/ }

# An argument that nothing completes says so with (); without, zsh does not complete an option in its place.
s/^( +'\*?:[^:']*:)'$/\1()'/
