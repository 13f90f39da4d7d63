// The gates of a request: every place where it may wait or be refused for what others do, in the order in which it meets them. The
// numbers come from src/platform/limits.ts. `npm run queries` writes the table into src/platform/http/README.md.
import { getStatus, type ErrorCode } from '../src/platform/errors.ts';
import * as limits from '../src/platform/limits.ts';

type LimitName = keyof typeof limits;

type Gate = {
  name: string;
  /** Whose requests share the gate: what one of them does, the others feel. */
  owner: string;
  /** What is let through. */
  passes: string;
  /** How long the others wait, and how many may. */
  waits: string;
  refusals: readonly ErrorCode[];
  /** Where it is, below src/. */
  file: string;
  /** Its entries of limits.ts. */
  limits: readonly LimitName[];
};

const { admission, bulk, changesOfTenant, connection, copies, fairShare, falseTokens, firstSignIns } = limits;
const { jsonBody, listStreams, lists, pools, rateLimits, requestTimes, sharedReads, sharedWrites, signInQuestions } =
  limits;

const inSeconds = (ms: number): string => `${ms / 1_000} s`;
const inKilobytes = (bytes: number): string => `${bytes / 1_024} KB`;
const inThousands = (count: number): string => count.toLocaleString('en');
const slowestRead = inSeconds(requestTimes.answerWithinMs + requestTimes.planWithinMs);
const noWait = 'nobody';
const withinTheAnswer = `within the ${inSeconds(requestTimes.answerWithinMs)} of the answer, or the time that the endpoint declares`;

export const gates: readonly Gate[] = [
  {
    name: 'Connection',
    owner: 'client',
    passes: 'a request whose headers and body arrive in time',
    waits: `headers ${inSeconds(connection.headersMs)}, the whole request ${inSeconds(connection.requestMs)}`,
    refusals: ['REQUEST_TIMEOUT'],
    file: 'platform/http/process/server.ts',
    limits: ['connection'],
  },
  {
    name: 'Door',
    owner: 'process',
    passes: `${admission.min} to ${admission.max} point reads and changes under way, fewer while the median read takes more than ${inSeconds(admission.targetMs)}`,
    waits: noWait,
    refusals: ['OVERLOADED'],
    file: 'platform/graph/load/admission.ts',
    limits: ['admission'],
  },
  {
    name: 'False tokens',
    owner: 'address, issuer',
    passes: `${falseTokens.ofAddress.burst} false tokens of an address, then ${falseTokens.ofAddress.perSecond} a second; new tokens are verified one at a time of an address and issuer, ${falseTokens.atOnce.ofIssuer} of an issuer, ${falseTokens.atOnce.total} in all`,
    waits: `${inThousands(falseTokens.waiting)} of an address and issuer, until those before them are verified`,
    refusals: ['RATE_LIMITED'],
    file: 'platform/http/caller/false-tokens.ts',
    limits: ['falseTokens'],
  },
  {
    name: 'Questions how a company signs in',
    owner: 'address',
    passes: `${signInQuestions.burst} of an address, then ${signInQuestions.perSecond} a second`,
    waits: noWait,
    refusals: ['RATE_LIMITED'],
    file: 'platform/http/caller/sign-in-questions.ts',
    limits: ['signInQuestions'],
  },
  {
    name: 'First sign-ins',
    owner: 'tenant',
    passes: `${firstSignIns.atOnce} people whom the process does not know yet`,
    waits: `${inThousands(firstSignIns.waiting)}, until those before them are found`,
    refusals: ['OVERLOADED'],
    file: 'features/identity/sign-in.ts',
    limits: ['firstSignIns'],
  },
  {
    name: 'Rate limit',
    owner: 'caller, tenant',
    passes: '`RATE_LIMITS`, or the setting `rateLimits` of the tenant',
    waits: `nobody; ${inSeconds(rateLimits.countWithinMs)} at most for Redis, which counts`,
    refusals: ['RATE_LIMITED'],
    file: 'platform/http/caller/rate-limits.ts',
    limits: ['rateLimits'],
  },
  {
    name: 'Fair share',
    owner: 'tenant',
    passes: `all while no other tenant sends; otherwise ${fairShare.atWork} usual requests and ${fairShare.heavyAtWork} heavy`,
    waits: `${fairShare.waiting} in each line, ${inSeconds(fairShare.waitMs)}`,
    refusals: ['OVERLOADED'],
    file: 'platform/http/caller/fair-share.ts',
    limits: ['fairShare'],
  },
  {
    name: 'Share of the tenant',
    owner: 'tenant',
    passes: `${100 * admission.tenantShare} % of what the door lets in`,
    waits: noWait,
    refusals: ['OVERLOADED'],
    file: 'platform/http/caller/fair-share.ts',
    limits: ['admission'],
  },
  {
    name: 'Places of bulk requests',
    owner: 'tenant, process',
    passes: `${bulk.places.perTenant} of a tenant, ${bulk.places.total} in all`,
    waits: `${bulk.places.waiting.perCaller} of a caller and ${bulk.places.waiting.total} in all, ${inSeconds(bulk.waitMs)}; a client that sends slower than ${inKilobytes(bulk.leastBytesPerSecond)}/s loses the place when it is ${inSeconds(bulk.idleMs)} behind`,
    refusals: ['RATE_LIMITED', 'OVERLOADED', 'REQUEST_TIMEOUT'],
    file: 'platform/http/request/bulk.ts',
    limits: ['bulk'],
  },
  {
    name: 'Body',
    owner: 'request',
    passes: `${inKilobytes(jsonBody.bytes)} of JSON where the endpoint declares no more, ${jsonBody.levels} levels, ${inThousands(jsonBody.values)} values`,
    waits: noWait,
    refusals: ['PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
    file: 'platform/http/request/body.ts',
    limits: ['jsonBody'],
  },
  {
    name: 'Copies of a key',
    owner: 'caller',
    passes: 'the first request with an `Idempotency-Key`',
    waits: `its copies, ${inSeconds(copies.waitMs)}`,
    refusals: ['IDEMPOTENCY_IN_PROGRESS', 'DATABASE_UNAVAILABLE'],
    file: 'platform/http/changes/idempotency.ts',
    limits: ['copies'],
  },
  {
    name: 'Plan',
    owner: 'process',
    passes: 'statements of which the database has a plan; it makes one plan at a time',
    waits: `the others, ${inSeconds(requestTimes.planWithinMs)}`,
    refusals: ['DATABASE_UNAVAILABLE'],
    file: 'platform/graph/load/query-plans.ts',
    limits: ['requestTimes'],
  },
  {
    name: 'Batch of reads',
    owner: 'process, for each query',
    passes: `${sharedReads.atOnce} statements with ${sharedReads.calls} calls each`,
    waits: `for the statement under way or ${sharedReads.joined} calls, ${inSeconds(sharedReads.waitMs)}`,
    refusals: [],
    file: 'platform/graph/reads/batch-loader.ts',
    limits: ['sharedReads'],
  },
  {
    name: 'Places of lists',
    owner: 'caller, tenant, process',
    passes: `${lists.places.perCaller} long lists of a caller, ${lists.places.perTenant} of a tenant, ${lists.places.total} in all, of which ${lists.places.reserved} are for tenants that have none`,
    waits: `${lists.places.waiting.perCaller} of a caller and ${lists.places.waiting.total} in all, ${inSeconds(lists.waitMs)}`,
    refusals: ['RATE_LIMITED', 'OVERLOADED'],
    file: 'platform/graph/reads/list-reads.ts',
    limits: ['lists'],
  },
  {
    name: 'Batch of changes',
    owner: 'tenant, for each query',
    passes: `one transaction with ${sharedWrites.calls} calls, which after ${inSeconds(sharedWrites.withinMs)} are made one by one; ${sharedWrites.inTurn} moves`,
    waits: withinTheAnswer,
    refusals: ['DATABASE_UNAVAILABLE'],
    file: 'platform/graph/writes/shared-writes.ts',
    limits: ['sharedWrites'],
  },
  {
    name: 'Line of the tenant',
    owner: 'tenant',
    passes: `${changesOfTenant} statements, and as many transactions of several`,
    waits: withinTheAnswer,
    refusals: ['DATABASE_UNAVAILABLE'],
    file: 'platform/graph/writes/transactions.ts',
    limits: ['changesOfTenant'],
  },
  {
    name: 'Connections to the database',
    owner: 'process',
    passes: `${pools.reads} for reads, ${pools.lists} for long lists, ${pools.changes} for changes`,
    waits: 'within the time of the answer',
    refusals: ['DATABASE_UNAVAILABLE'],
    file: 'platform/graph/connection/driver.ts',
    limits: ['pools'],
  },
  {
    name: 'Answer',
    owner: 'request',
    passes: 'what the database has answered',
    waits: `${inSeconds(requestTimes.answerWithinMs)} for a change; the same for a read while the database is silent, ${slowestRead} while it answers others; ${inSeconds(requestTimes.listWithinMs)} for a list`,
    refusals: ['DATABASE_UNAVAILABLE', 'ANSWER_TOO_SLOW'],
    file: 'platform/graph/connection/patience.ts',
    limits: ['requestTimes'],
  },
  {
    name: 'Reader of a list',
    owner: 'client',
    passes: 'a client that reads on',
    waits: `the list, ${inSeconds(listStreams.stallMs)} for a client that reads nothing, ${inSeconds(listStreams.totalMs)} in all; then it ends incomplete`,
    refusals: [],
    file: 'platform/http/response/list-stream.ts',
    limits: ['listStreams'],
  },
];

/** Entries of limits.ts at which no request waits or is refused, with the reason. */
export const noGates: Partial<Record<LimitName, string>> = {
  assistants: 'beyond it, an answer to an assistant is parted, whatever others do',
  keptAnswers: 'beyond it, an answer is not kept: the change is made',
  mails: 'beyond it, a message is left out: the change is made',
};

/** The rows of the table of gates. */
export function listGates(): string[] {
  return gates.map(({ name, owner, passes, waits, refusals, file }, at) => {
    const codes = refusals.map((code) => `${getStatus(code)} \`${code}\``).join(', ');
    return `| ${at + 1} | ${name} | ${owner} | ${passes} | ${waits} | ${codes || '–'} | [\`${file}\`](../../${file}) |`;
  });
}
