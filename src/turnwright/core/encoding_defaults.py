"""The default encoding, and masks for all encodings."""

import numpy as np

from turnwright.core.compiled import rule

_BYTE = np.float32(1 / 255)


@rule
def list_accepted(game, state, out):
    """All actions that may be played: the legal ones, then the end of the turn if they do not include it."""
    if game.is_over(state):
        return 0
    count = game.legal_actions(state, out)
    end = game.end_action()
    if game.may_end(state):
        for i in range(count - 1, -1, -1):
            if out[i] == end:
                return count
        out[count] = end
        count += 1
    return count


@rule
def action_of(game, state, index, buffer):
    count = list_accepted(game, state, buffer)
    return np.int64(buffer[index]) if index < count else np.int64(-1)


@rule
def index_of(game, state, action, buffer):
    count = list_accepted(game, state, buffer)
    for i in range(count):
        if buffer[i] == action:
            return np.int64(i)
    return np.int64(-1)


@rule
def mask_by_place(game, state, mask, buffer):
    count = list_accepted(game, state, buffer)
    for i in range(count):
        mask[i] = 1


@rule
def mask_by_index(game, code, state, mask, buffer):
    count = list_accepted(game, state, buffer)
    for i in range(count):
        mask[code.index_of(game, state, np.int64(buffer[i]), buffer)] = 1


@rule
def write_bytes(game, state, content, player, planes, numbers):
    for i in range(content.size):
        planes[i] = np.float32(content[i]) * _BYTE
    numbers[0] = 1.0 if game.player(state) == player else 0.0
    numbers[1] = 1.0 if player == 0 else 0.0
