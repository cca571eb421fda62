#!/usr/bin/env perl
# A simple player of Legends of Code and Magic in Perl, over the contest's own protocol.
#
# It drafts the creature with most attack and defense for its cost, summons what it can pay for, and attacks: a guard
# in its lane if there is one, else the opponent.

use strict;
use warnings;

$| = 1;    # every answer leaves at once

sub words {
    my $line = <STDIN>;
    exit unless defined $line;
    return split ' ', $line;
}

sub draft {
    my @cards  = @_;
    my @values = map { $_->{kind} == 0 ? $_->{attack} + $_->{defense} - 2 * $_->{cost} : -10 } @cards;
    my $best   = 0;
    for my $i (1 .. $#values) {
        $best = $i if $values[$i] > $values[$best];
    }
    return "PICK $best";
}

sub battle {
    my ($mana, @cards) = @_;
    my @filled = (0, 0);
    my @orders;
    $filled[$_->{lane}]++ for grep { $_->{place} == 1 } @cards;
    for my $card (grep { $_->{place} == 0 && $_->{kind} == 0 } @cards) {
        my $lane = $filled[0] <= $filled[1] ? 0 : 1;
        next if $card->{cost} > $mana || $filled[$lane] == 3;
        push @orders, "SUMMON $card->{id} $lane";
        $mana -= $card->{cost};
        $filled[$lane]++;
    }
    for my $card (grep { $_->{place} == 1 } @cards) {
        my ($guard) = grep { $_->{place} == -1 && $_->{lane} == $card->{lane} && $_->{abilities} =~ /G/ && $_->{defense} > 0 } @cards;
        push @orders, "ATTACK $card->{id} " . ($guard ? $guard->{id} : -1);
        next unless $guard && $card->{attack} > 0;
        if ($guard->{abilities} =~ /W/) {
            $guard->{abilities} =~ tr/W/-/;
        }
        else {
            $guard->{defense} = $card->{abilities} =~ /L/ ? 0 : $guard->{defense} - $card->{attack};
        }
    }
    return join(';', @orders) || 'PASS';
}

while (1) {
    my (undef, $mana) = words();
    words();
    my (undef, $actions) = words();
    words() for 1 .. $actions;
    my ($count) = words();
    my @cards;
    for (1 .. $count) {
        my %card;
        @card{qw(number id place kind cost attack defense abilities my_health their_health draw lane)} = words();
        push @cards, \%card;
    }
    print(($mana == 0 ? draft(@cards) : battle($mana, @cards)), "\n");
}
