#!/bin/sh
# A player of every game in POSIX shell, over Turnwright's line protocol (docs/wire-protocol.md).
#
# It always plays the first legal action. No action of any game holds a quote, a bracket or a backslash, so the
# messages can be taken apart without a JSON reader.

# The first of the legal actions in a message, as JSON; nothing if there is none.
first_legal() {
    legal=${1#*'"legal": ['}
    legal=${legal%%']'*}
    first=${legal%%'", "'*}
    first=${first#'"'}
    first=${first%'"'}
    printf '%s\n' "$first"
}

while IFS= read -r line; do
    case $line in
    *'"type": "hello"'*) echo '{"type": "hello", "name": "line_bot.sh", "version": 1}' ;;
    *'"type": "game"'*) echo '{"type": "ready"}' ;;
    *'"type": "turn"'* | *'"type": "seen"'*)
        case $line in *'"type": "turn"'*) actions= ;; esac
        action=$(first_legal "$line")
        if [ -n "$action" ]; then
            actions="${actions:+$actions, }\"$action\""
            printf '{"type": "look", "actions": [%s]}\n' "$actions"
        else
            printf '{"type": "turn", "actions": [%s]}\n' "$actions"
        fi
        ;;
    *'"type": "end"'*) exit ;;
    esac
done
