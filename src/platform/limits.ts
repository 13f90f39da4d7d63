// Every limit that can delay or refuse a request of any kind, in the order in which a request meets them. Names end in their
// unit; those without one are numbers of what the comment says. A limit of one endpoint stands in its declaration, the time
// for the keys of tokens in http/caller/token-keys.ts. scripts/gates.ts says what waits at each, and the page of http shows it.

/**
 * Limits of a connection, in Node's server: 408 REQUEST_TIMEOUT. A refused client may read its answer for `lingerMs`. `idleMs` is
 * longer than the time for which proxies keep a connection that nobody uses (60 s). So the proxy gives up first, and the server never
 * closes a connection on which a request is under way.
 */
export const connection = { headersMs: 10_000, requestMs: 30_000, idleMs: 75_000, lingerMs: 1_000 };

/**
 * Point reads and changes under way in this process: 503 OVERLOADED, before a request is parsed, or of its tenant before its
 * handler runs. The limit lies between `min`, which still fills batches, and `max`, which is harmless even while the
 * database is slow after its start; it shrinks while the median read takes longer than `targetMs`. A tenant may use
 * `tenantShare` of it.
 */
export const admission = { min: 64, max: 512, targetMs: 300, tenantShare: 7 / 8 };

/**
 * Tokens that are not let in, by the client's address (IPv6: its 64 bits) and the issuer that they name; services are one
 * issuer: 429 RATE_LIMITED. The first `burst` are free, then `perSecond`. An address beyond its limit is refused before its
 * token is verified. Beyond the limit of an issuer, only addresses that sent a false token within `rememberMs` are refused, so
 * that nobody can shut out the people of a company by making up its tokens. Tokens that were accepted before are not affected, and
 * tokens that have only expired do not count.
 *
 * `atOnce`: how many signatures are verified, and services looked up for the first time, at the same time: one for an address and
 * issuer, so many for an issuer, and so many for the process. Others wait, at most `waiting` for an address and issuer.
 */
export const falseTokens = {
  ofAddress: { burst: 100, perSecond: 20 },
  ofIssuer: { burst: 200, perSecond: 50 },
  rememberMs: 60_000,
  atOnce: { ofIssuer: 2, total: 4 },
  waiting: 1_000,
};

/**
 * Questions of a client's address (IPv6: its 64 bits) how the people of a company sign in, which need no token: 429 RATE_LIMITED. They are
 * answered from memory. The first `burst` are free, as an office behind one address needs on a Monday, then `perSecond`.
 */
export const signInQuestions = { burst: 600, perSecond: 10 };

/**
 * RATE_LIMITS and the setting `rateLimits` of a tenant: 429 RATE_LIMITED. A request waits for Redis no longer than
 * `countWithinMs`; a setting is read again after `settingsMaxAgeMs`.
 */
export const rateLimits = { countWithinMs: 50, settingsMaxAgeMs: 30_000 };

/**
 * How many people of a tenant who sign in for the first time are looked up at the same time. No limit of requests counts them yet.
 * The others wait; if more than `waiting` do, they are refused with 503 OVERLOADED.
 */
export const firstSignIns = { atOnce: 4, waiting: 1_000 };

/**
 * Requests of a tenant at work while other tenants send, which they do for `sendsForMs` after a request: few enough that a
 * request of another tenant is soon served, many enough to share round trips. The others wait: 503 OVERLOADED if more
 * than `waiting` do, or for longer than `waitMs`. A request leaves its place after `placeMs`, because it waits for the
 * database or its client. Requests of endpoints that are declared heavy have a line of their own, `heavyAtWork` at work, and leave
 * after `heavyPlaceMs`.
 */
export const fairShare = {
  atWork: 8,
  heavyAtWork: 1,
  waiting: 256,
  waitMs: 10_000,
  sendsForMs: 1_000,
  placeMs: 50,
  heavyPlaceMs: 2_000,
};

/**
 * A JSON body of most endpoints has `bytes`, counted after decompression: a larger one is 413 PAYLOAD_TOO_LARGE. One with more `levels` of
 * nesting, or a larger one with more `values` (100,000 moves of a plan have 400,000), is 400 VALIDATION_ERROR before it is parsed.
 */
export const jsonBody = { bytes: 64 * 1024, levels: 100, values: 500_000 };

/**
 * An answer to an assistant: the JSON of one has at most `answerBytes`, since clients refuse what is longer than about 25,000 tokens. A list
 * beyond it is answered in parts. An answer of the API beyond `readBytes` is not read to its end, and refused: 413 ANSWER_TOO_LARGE.
 */
export const assistants = { answerBytes: 40 * 1024, readBytes: 1024 * 1024 };

/**
 * Bulk requests: with a body above `jsonBody.bytes`, with a file, or about a whole organisation. Each counts as one more
 * request for every `bytesOfRequest` of its body. So many at once have `places`, from their first byte to the end of their
 * answer; the others wait unread: after `waitMs` 429 RATE_LIMITED if the tenant has one, 503 OVERLOADED if the process has
 * as many as it may. A client that sends fewer than `leastBytesPerSecond` loses its place when it is `idleMs` behind, as does one that
 * sends nothing for so long: 408 REQUEST_TIMEOUT. They are answered by a thread with a heap of its own, which starts within `startWithinMs` and begins to answer within `answerWithinMs`.
 */
export const bulk = {
  bytesOfRequest: 256 * 1024,
  places: { perCaller: 1, perTenant: 1, total: 6, waiting: { perCaller: 64, total: 256 } },
  waitMs: 15_000,
  idleMs: 5_000,
  leastBytesPerSecond: 8 * 1024,
  startWithinMs: 10_000,
  answerWithinMs: 150_000,
  heapMegabytes: { old: 176, young: 12 },
};

/** For the first request with the same Idempotency-Key: 409 IDEMPOTENCY_IN_PROGRESS. */
export const copies = { waitMs: 1_500 };

/**
 * Answers that are kept for Idempotency-Keys, of a caller in that time. Behind them a record says only that the request was
 * made: its repeat is 409 IDEMPOTENCY_ANSWER_GONE. The number of records is that of the requests of a caller.
 */
export const keptAnswers = { bytesOfCaller: 64 * 1024 * 1024, perSeconds: 24 * 60 * 60 };

/**
 * Messages outside of the application, by e-mail and chat, that a sender causes by what they do, to one recipient and to all, in that time. Others are left out, and the
 * record in the app remains. A service that dispatches has only the limits of its requests.
 */
export const mails = { toRecipient: 20, ofSender: 1_000, perSeconds: 60 * 60 };

/**
 * Time for the database.
 * - A request waits `planWithinMs` for the plan of a query that this process uses for the first time: 503 DATABASE_UNAVAILABLE, which
 *   says so. The plan is made all the same.
 * - It then waits `answerWithinMs` for a change, and for a read if the database is silent: 503 DATABASE_UNAVAILABLE.
 * - If the database answers others, it waits `planWithinMs` longer for a read, whose plan may be made anew: 503 ANSWER_TOO_SLOW.
 * - A point read goes on in the database for `statementWithinMs` although nobody waits. Its plan is then there for the next one.
 * - A list has `listWithinMs`, because a report of 100,000 people is counted before its first row. A transaction of an operator
 *   has `transactionWithinMs`.
 * - A connection is used for `connectionForMs`, then another one is opened. Balancers and firewalls drop a connection on which nothing is
 *   sent for four to six minutes, and say nothing: a statement on it would get no answer. One that is younger cannot have been idle for so long.
 */
export const requestTimes = {
  planWithinMs: 20_000,
  answerWithinMs: 2_500,
  statementWithinMs: 25_000,
  listWithinMs: 30_000,
  transactionWithinMs: 60_000,
  connectionForMs: 180_000,
};
export type Limits = typeof requestTimes;

/**
 * Reads of one query under way at once, and calls in each. While one is under way, the next waits for it or for `joined`
 * calls. One that has no answer after `waitMs` is not waited for.
 */
export const sharedReads = { atOnce: 3, calls: 128, joined: 32, waitMs: 2_500 };

/**
 * Changes of one query and tenant in a transaction. A batch has `withinMs`, then they are made one by one. After a deadlock
 * or a lost connection, a change is repeated for `repeatMs`. Of changes that wait for the same lock of their tenant, `inTurn` are
 * under way at once: one commits, while the other does what comes before the lock.
 */
export const sharedWrites = { calls: 64, withinMs: 1_500, repeatMs: 1_500, inTurn: 2 };

/**
 * How many lists are read at the same time over connections of their own: those that are longer than a short list, from
 * their first row until the client has the last one. `reserved` places are for tenants that have none. Others wait: 429 RATE_LIMITED
 * if caller or tenant are at their limit, 503 OVERLOADED if the process is, after `waitMs` or if too many wait.
 */
export const lists = {
  places: { perCaller: 4, perTenant: 8, total: 20, reserved: 4, waiting: { perCaller: 128, total: 512 } },
  waitMs: 2_000,
};

/** A client that reads nothing for `stallMs`, or is not done after `totalMs`, gets an incomplete list. */
export const listStreams = { stallMs: 5_000, totalMs: 30_000 };

/**
 * Connections of each pool to the database. Statements wait for one as long as their time allows. Changes may wait for the
 * locks of their tenant, so they have a pool of their own, and a tenant a part of it: so many statements, and as many
 * transactions of several.
 */
export const pools = { reads: 20, lists: lists.places.total, changes: 64 };
export const changesOfTenant = 8;
