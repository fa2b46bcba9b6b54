#!/bin/sh
# Start sixprime on macOS (and Linux) by a double click. The first time it is installed into a folder of the user's.
set -eu
package=${SIXPRIME_PACKAGE:-sixprime}
case "$(uname)" in
    Darwin) folder="$HOME/Library/Application Support/sixprime/program" ;;
    *) folder="${XDG_DATA_HOME:-$HOME/.local/share}/sixprime/program" ;;
esac
if [ ! -x "$folder/bin/sixprime" ]; then
    python=${PYTHON:-python3}
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "sixprime needs Python 3.11 or newer: https://www.python.org/downloads/" >&2
        exit 1
    fi
    echo "Installing sixprime, once on this computer ..."
    trap 'rm -rf "$folder"' EXIT
    "$python" -m venv "$folder"
    "$folder/bin/python" -m pip --disable-pip-version-check install "$package"
    trap - EXIT
fi
exec "$folder/bin/sixprime" "$@"
