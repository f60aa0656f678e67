# Converts a page from the argument parser's generate-manual into the form that readers of manuals expect: paragraphs, options, exit codes
# and examples in separate sections, and 'tapedeck-view' as the name of the page of 'tapedeck view'.
# Usage: awk -v commands=FILE -f manual.awk PAGE; the lines of FILE, for the page of tapedeck itself, are a name, a tab and a sentence.

function name(word) { gsub(/\./, "-", word); return word }
# A line of text, even if it begins like a macro.
function text(line) { return line ~ /^[.']/ ? "\\&" line : line }

BEGIN { section = "top" }

/^\.Dt / { $2 = name($2) }
/^\.Os$/ { $0 = ".Os TapeDeck" }
/^\.Xr / {
  if ($2 ~ /\.help$/) next
  $2 = name($2)
}

section == "description" && !/^\.(Bl|Sh) / { described[++lines] = $0; next }
section == "description" {
  write_description()
  section = "rest"
  if (/^\.Bl /) print ".Sh ARGUMENTS AND OPTIONS"
}

/^\.Sh NAME/ { section = "name" }
/^\.Sh SYNOPSIS/ { section = "synopsis" }
section == "name" && /^\.Nm / {
  called = $0
  gsub(/^\.Nm |"/, "", called)
  page = called
  gsub(/ /, "-", page)
  $0 = ".Nm " page
}
section == "name" && /^\.Nd / { gsub(/"/, ""); sub(/\.$/, "") }
section == "synopsis" && /^\.Nm$/ { $0 = ".Nm \"" called "\"" }
/^\.Sh DESCRIPTION/ { section = "description" }

/^\.Sh "EXIT STATUS"/ { write_codes_and_examples(); section = "status"; next }
section == "status" && /^\.Ex/ { next }
{ print }

function write_description(    index_, line, part, open, between) {
  part = "text"
  for (index_ = 1; index_ <= lines; index_++) {
    line = described[index_]
    if (line == "EXIT CODES") { part = "codes"; continue }
    if (line == "EXAMPLES") { part = "examples"; continue }
    if (line == "JSON") { close_display(); part = "text"; between = 0; print ".Ss JSON"; continue }
    if (part == "codes") { if (line != "") codes[++code_count] = line; continue }
    if (part == "examples") { if (line != "") examples[++example_count] = line; continue }
    if (line == "") { close_display(); between = 1; continue }
    if (line ~ /^ / && !displayed) { print ".Bd -literal"; displayed = 1 }
    else if (line !~ /^ /) close_display()
    if (between && !displayed) print ".Pp"
    between = 0
    print text(line)
  }
  close_display()
  if (page == "tapedeck") write_commands()
}

function close_display() { if (displayed) print ".Ed"; displayed = 0 }

function write_commands(    parts, line) {
  print ".Sh COMMANDS"
  print ".Bl -tag -width 12n"
  while ((getline line < commands) > 0) {
    split(line, parts, "\t")
    print ".It Xr " parts[1] " 1"
    print text(parts[2])
  }
  print ".El"
}

function write_codes_and_examples(    index_, line, code) {
  if (code_count) {
    print ".Sh EXIT STATUS"
    print ".Bl -tag -width 4n"
    for (index_ = 1; index_ <= code_count; index_++) {
      line = codes[index_]
      if (line ~ /^  [0-9]/) {
        sub(/^ +/, "", line)
        code = line
        sub(/ .*/, "", code)
        sub(/^[0-9]+ +/, "", line)
        print ".It " code
      } else sub(/^ +/, "", line)
      print text(line)
    }
    print ".El"
  }
  if (example_count) {
    print ".Sh EXAMPLES"
    print ".Bd -literal"
    for (index_ = 1; index_ <= example_count; index_++) print text(examples[index_])
    print ".Ed"
  }
}
