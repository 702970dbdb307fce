from numba import cfunc, njit

import gin_fast
from gin_fast import numba as gn
from gin_fast.state.actions import AUTO, DRAW, KNOCK, PASS


@cfunc(gn.signature)
def steady(view, rng, memory, parameters, action):
    seen = gn.view_of(view)
    if seen.phase == gn.DISCARDING:
        card = gn.lowest(gn.best_discards(seen.hand, seen.barred)[1])
        action[0] = KNOCK + card if gn.is_legal(view, KNOCK + card) else card
    elif seen.phase == gn.DRAWING:
        action[0] = DRAW
    else:
        action[0] = AUTO if gn.is_legal(view, AUTO) else PASS
    return 1


@njit
def saved(hands):
    total = 0
    for hand in hands:
        total += gn.hand_points(hand) - gn.min_deadwood(hand)
    return total


print(gin_fast.simulate(steady, "simple", rounds=10_000, seed=7, rules="eaai").wins)
hands = gin_fast.bulk.deal(seed=1, start=0, count=1000)["hands"]
print(saved(hands.reshape(-1)))
