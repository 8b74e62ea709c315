"""The same rules, compiled: packed states and Numba loops for search and bulk play.

A kernel is the one sanctioned second form of a game's rules. It is proven equal to them by lockstep: the
same deals and actions through both, comparing legal actions, states and scores at each step. Kernels are
imported where they are used, so that nothing waits for a compiler that it does not need.

Every ``kernels/<game>/kernel.py`` has the same verbs (``brings.Kernel``). A packed state is a one-dimensional
``int64`` array of ``SIZE`` numbers, and an action is one ``int64``:

- ``MAX_SEATS`` (in ``layout``, which loads no compiler), where a kernel has room for fewer than the game;
- ``supports(rules)``: None, or the sentence that says which option the kernel does not know;
- ``pack(game, state)``, ``unpack(game, packed)``: from and to a state of the rules;
- ``encode(game, packed, action)``, ``decode(game, packed, code)``: the same for actions;
- compiled: ``actor(s)`` (a seat, -1 for chance, -2 when over), ``deal(s, rng)``, ``legal(s, out)``, which
  writes the legal actions in the order of the rules and returns how many, ``apply(s, action)`` (unchecked),
  ``playout(s, rng)`` to the end with every legal action equally likely, ``scores(s, out)``.

Luck comes from an explicit generator per stream (``rng.py``).
"""
