# Mends what the argument parser writes for bash; sed -E.

# The trap outlives its function, and bash then runs it after each sourced file: it would take back what that file sets with shopt or set.
/^    trap .* RETURN$/ s/" RETURN$/;trap - RETURN" RETURN/

# bash splits words at = and :, so the rest of --rate=1 or 10s:pause counts as an argument, and --as=p has no option before it.
s/^    local -a unparsed_words=.*/    local -a unparsed_words=()\n    __tapedeck_join_words/
s/^    local -r prev="\$\{3\}"$/    local prev="${3}"\n    [[ "${prev}" = '=' \&\& "${COMP_CWORD}" -ge 2 ]] \&\& prev="${COMP_WORDS[COMP_CWORD - 2]}"/
/^_tapedeck\(\) \{$/ i\
__tapedeck_join_words() {\
    local rest="${COMP_LINE}" word\
    for word in "${COMP_WORDS[@]:0:COMP_CWORD + 1}"; do\
        if [[ "${#unparsed_words[@]}" -eq 0 || "${rest}" = [[:space:]]* ]]; then\
            unparsed_words+=("${word}")\
        else\
            unparsed_words[${#unparsed_words[@]} - 1]+="${word}"\
        fi\
        rest="${rest#*"${word}"}"\
    done\
    unparsed_words=("${unparsed_words[@]:1}")\
}\


# Only files are names of files: beside a folder 'test', the command 'test' would become 'test/'. Old versions of bash have no compopt.
/^_tapedeck\(\) \{$/ a\
    compopt +o filenames 2> /dev/null
/^__tapedeck_add_completions\(\) \{$/ a\
    [[ "${1}" = -W ]] || compopt -o filenames 2> /dev/null

# An option that was given is not offered again: the second of these loops is about options.
/^                if "\$\{not_found\}"; then$/,/^                fi$/ s/non_repeating_flags/non_repeating_options/g

# The commands after 'tapedeck help'.
/^    [a-z|-]+\|help\)$/ { h; s/^ +//; s/\)$//; s/\|/ /g; x }
/^_tapedeck_help\(\) \{$/,/^\}$/ {
  /^    __tapedeck_offer_flags_options/ { p; g; s/.*/    [[ "${positional_number}" -eq 1 ]] \&\& COMPREPLY+=($(compgen -W '&' -- "${cur}"))/ }
}
