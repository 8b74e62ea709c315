"""Every bound on what strangers may send, hold and wait for, with its unit. docs/web.md lists them.

Rates are pairs: tokens a second, and tokens at once.
"""

from __future__ import annotations

from typing import Final

KIB: Final = 1024

# -- one connection ------------------------------------------------------------------------------------

#: The head of a request, in bytes: request line and headers.
MAX_HEAD: Final = 32 * KIB
#: Headers of a request, trailers included.
MAX_HEADERS: Final = 100
#: The largest body of a request, in bytes: a record to go on with fits.
MAX_BODY: Final = 512 * KIB
#: The same with all that chunks add to it, in bytes.
MAX_RAW_BODY: Final = 2 * MAX_BODY
#: How deeply the JSON of a body is nested at most.
MAX_NESTING: Final = 16
#: The longest name of a file of the page, in letters.
MAX_FILE_NAME: Final = 200
#: Requests that may wait on a connection behind the one that is answered.
MAX_PIPELINED: Final = 8
#: What is read at a time before the bounds are looked at again, in bytes.
PIECE: Final = 16 * KIB
#: From connecting, or from the first byte of a later request, to the end of the head, in seconds.
HEAD_WITHIN: Final = 10.0
#: From the end of the head to the end of the body, in seconds.
BODY_WITHIN: Final = 60.0
#: How long a connection is kept after an answer, in seconds.
IDLE_WITHIN: Final = 5
#: How long what was sent may lie while nothing of it is read, in seconds, and the slowest reader, in bytes a
#: second: what is read earns more time, up to this again.
UNREAD_WITHIN: Final = 20.0
SLOWEST_READER: Final = 8 * KIB
#: What the system keeps for a reader, in bytes, besides what we keep. It would choose up to 4 MiB; while a
#: slow reader takes that, it looks to us as if nothing were read.
SEND_BUFFER: Final = 256 * KIB
#: How often connections are looked through for those that are overdue, in seconds.
LOOK_EVERY: Final = 1.0

# -- one table -----------------------------------------------------------------------------------------

#: The most seats that the page is drawn for.
MAX_SEATS: Final = 10

# -- one tournament ------------------------------------------------------------------------------------

#: Players, deals of a round, and games.
MAX_PLACES: Final = 12
MAX_DEALS: Final = 8
MAX_FIXTURES: Final = 600

# -- one WebSocket -------------------------------------------------------------------------------------

#: A message, in bytes.
MAX_MESSAGE: Final = 4 * KIB
#: A message that is read at all, in bytes: larger than allowed, so that it is refused with its own code.
MAX_READ_MESSAGE: Final = 16 * MAX_MESSAGE
#: Frames that one message may come in.
MAX_FRAMES: Final = 64
#: Messages that have come and wait to be looked at.
MAX_WAITING_IN: Final = 256
#: Pings and pongs of a connection: how many a second in the long run, and how many at once.
CONTROL_FRAMES: Final = (2.0, 20.0)
#: From the handshake to the hello, in seconds.
HELLO_WITHIN: Final = 5.0
#: From one ping of the server to the next, and from a ping to its pong, in seconds.
PING_EVERY: Final = 20.0
PONG_WITHIN: Final = 20.0
#: Messages that may wait to be sent before the reader counts as gone.
MAX_WAITING_OUT: Final = 1_000
#: Bytes that may, where more than one message waits.
MAX_WAITING_BYTES: Final = 1024 * KIB
#: Messages, and those that are chat: how many a second in the long run, and how many at once.
MESSAGES: Final = (20.0, 40.0)
CHATS: Final = (0.5, 5.0)
#: How many messages of one address are worked on at a time, on however many sockets.
AT_ONCE: Final = 4
#: Turns of one address in a round of a line, in which everybody else who waits has one, and in the line for
#: reviews: up to eight people behind one address are served as if each had an address of their own, and
#: whoever makes up more has no more than eight shares (``bench/constants.py``: line.turns).
TURNS_OF_AN_ADDRESS: Final = 8
REVIEWS_OF_AN_ADDRESS: Final = 1
#: The address that used fewer seconds of a line's workers goes first; where they differ by less than this,
#: in seconds, addresses take turns (``bench/constants.py``: line.seconds_alike).
SECONDS_ALIKE: Final = 0.25
#: The time after which half of what an address used is forgotten, in seconds
#: (``bench/constants.py``: line.forgotten_in).
FORGOTTEN_IN: Final = 30.0
#: Processor seconds on the loop after which the sender of a message must pause for the same time.
LONG_TURN: Final = 0.005
#: The longest such pause, in seconds.
LONGEST_REST: Final = 1.0

# -- one address (of IPv6 the first 64 bits) -----------------------------------------------------------

#: Connections of any kind, and those that are WebSockets.
MAX_CONNECTIONS: Final = 128
MAX_SOCKETS: Final = 64
#: What its connections leave unread together, in bytes; a single answer may be longer.
UNREAD_OF_AN_ADDRESS: Final = 32 * 1024 * KIB
# From here on a pair is a bucket: how many a second in the long run, and how many at once.

#: WebSockets opened.
HANDSHAKES: Final = (40.0, 200.0)
#: Requests to ``/api``.
REQUESTS: Final = (30.0, 120.0)
#: Requests for pages and their files: a first visit asks for some hundred.
FILES: Final = (100.0, 1_000.0)
#: Tables opened: five a minute, ten at once.
TABLES: Final = (5 / 60, 10.0)
#: Seats, invitations and player tokens tried.
SECRETS: Final = (1.0, 30.0)
#: How many addresses are remembered.
MAX_ADDRESSES: Final = 10_000
