"""Arrays that live long enough.

Compiled code gives an array back after its last use. A record that was taken from it, such as `playing[0]`, is only an
address and does not count as a use: the next array may be put where the record is still read and written.
"""

from turnwright.core.compiled import rule


@rule
def keep(array):
    """Use an array of one's own, so that it is not given back before: records that were taken from it last until
    here."""
    return array.size
