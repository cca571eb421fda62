"""Keeps arrays alive long enough.

Compiled code frees an array after its last use. A record taken from it, such as `playing[0]`, is only an address and
does not count as a use. The next array may be allocated in memory that the record still reads and writes.
"""

from turnwright.core.compiled import rule


@rule
def keep(array):
    """Count as a use of an array, so that it is not freed earlier: records taken from it stay valid until here."""
    return array.size
