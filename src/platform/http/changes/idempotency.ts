// Idempotency-Key: a change that is sent again with the same key gets the first answer again, and is made once.
import { ApiError, fail } from '../../errors.ts';
import type { Graph, Transaction } from '../../graph/client.ts';
import { copies, keptAnswers } from '../../limits.ts';
import { waitAtMost } from '../../lib/timeouts.ts';
import type { RequestCounter } from '../../outbox/queues/redis.ts';
import type { Answer, Outcome } from '../response/answer.ts';

/** A request with a key. `recordId` stands for tenant, caller and key, `fingerprint` for all that the request says. */
type KeyedRequest = {
  graph: Graph;
  tenantId: string;
  recordId: string;
  fingerprint: string;
  /** A user's id, or `service:<name>`. */
  ownerId: string;
  subjectIds: readonly string[];
  now: string;
  /** A field of the answer that is not recorded. */
  secret?: string | undefined;
};
/** Without a body where the caller has too many answers kept. */
type RecordedAnswer = {
  fingerprint: string;
  status: Answer['status'];
  body?: string;
  location?: string;
  etag?: string;
};
type ClaimedRecord = { recorded: RecordedAnswer | null };

const retentionMs = 24 * 60 * 60_000;
/** A slow database and a copy at another server, which holds the lock of the record, look the same from here. */
const claimTooSlow =
  'The database is slow, or another server still works on this request. Send it again shortly with the same Idempotency-Key.';
/** The answer to a request whose record idempotency/erase_person has emptied. */
const answerErased =
  'The request was answered before, by naming somebody whose data was erased since. It is not made again.';
/**
 * Refusals that depend on stored data are recorded. Others are not, because the client mends the request or its
 * credentials, or, after a 403, somebody gives it the right.
 */
export const recordedStatuses: readonly number[] = [404, 409, 422];

/**
 * Creates the function that makes a change once: it claims the key, runs `change` and records the answer in one transaction.
 * Copies of a request wait for the first one: those in this process without occupying a connection, others for the
 * lock of the record.
 *
 * @param counter counts the bytes of answers that are kept; null where answers have none
 * @returns a function that rejects with a refusal of `change`, or with IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS or
 *   DATABASE_UNAVAILABLE
 */
export function createIdempotency(
  counter: RequestCounter | null,
): (request: KeyedRequest, change: (graph: Transaction) => Promise<Answer>) => Promise<Outcome> {
  const active = new Map<string, Promise<unknown>>();

  return async (request, change) => {
    const { recordId } = request;
    const deadline = performance.now() + copies.waitMs;
    for (let copy = active.get(recordId); copy; copy = active.get(recordId)) {
      await waitAtMost(Math.max(0, deadline - performance.now()), copy, createWaitError).catch(() => undefined);
      const recorded = await findRecorded(request);
      if (recorded) return replay(request, recorded);
      if (performance.now() >= deadline) fail('IDEMPOTENCY_IN_PROGRESS');
    }
    const running = makeOnce(request, change, counter).finally(() => active.delete(recordId));
    active.set(recordId, running);
    return running;
  };
}

async function makeOnce(
  request: KeyedRequest,
  change: (graph: Transaction) => Promise<Answer>,
  counter: RequestCounter | null,
): Promise<Outcome> {
  const { graph } = request;
  try {
    return await graph.atomically(async (atomic) => {
      const claim = atomic.write<ClaimedRecord>('idempotency/claim', getIdentity(request));
      const claimed = await waitAtMost(copies.waitMs, claim, createWaitError);
      if (!claimed) return fail('UNAUTHENTICATED', 'The tenant no longer exists.');
      if (claimed.recorded) return replay(request, claimed.recorded);
      const answer = await change(atomic);
      const kept = await leaveOut(request, withoutSecret(request, answer), counter);
      await atomic.write('idempotency/record', toRecord(request, kept));
      return { answer, isReplayed: false };
    });
  } catch (error) {
    if (isWaitError(error)) {
      const recorded = await findRecorded(request);
      return recorded ? replay(request, recorded) : fail('DATABASE_UNAVAILABLE', claimTooSlow);
    }
    if (!(error instanceof ApiError) || !isRecorded(error)) throw error;
    const refusal = toRecord(request, toAnswer(error));
    const stored = await graph.write<{ recorded: RecordedAnswer }>('idempotency/record', refusal);
    if (!stored || isSame(stored.recorded, refusal)) throw error;
    return replay(request, stored.recorded); // a copy was quicker
  }
}

/**
 * Makes a change in a transaction that leaves a record, since its own commit may alter what it looks at: a condition, or whether
 * such a thing exists already. A transaction whose commit was not acknowledged is repeated, and finds the record if that commit was
 * made: then it returns what the run before returned, and changes nothing. The first run sends the record together with the first
 * statement of `change`, in the same round trip.
 */
export async function makeRecognizably<T>(
  request: Omit<KeyedRequest, 'fingerprint'>,
  change: (graph: Transaction) => Promise<T>,
): Promise<T> {
  let runs = 0;
  let made: { result: T } | null = null;
  return request.graph.atomically(async (atomic) => {
    const run = { ...request, fingerprint: String(runs++) };
    const record = toRecord(run, { status: 0, body: '', location: null, etag: null });
    const recording = atomic.write<{ recorded: RecordedAnswer }>('idempotency/record', record);
    if (made && (await recording)?.recorded.fingerprint !== run.fingerprint) return made.result;
    const [result] = await Promise.all([change(atomic), recording]);
    made = { result };
    return result;
  });
}

const getIdentity = ({ recordId, ownerId, now }: KeyedRequest) => ({ recordId, ownerId, now });

async function findRecorded(request: KeyedRequest): Promise<RecordedAnswer | null> {
  const { recorded } = await request.graph.one<ClaimedRecord>('idempotency/find', getIdentity(request));
  return recorded;
}

function replay(request: KeyedRequest, { fingerprint, status, body, location, etag }: RecordedAnswer): Outcome {
  if (fingerprint === 'erased') fail('IDEMPOTENCY_KEY_REUSED', answerErased);
  if (fingerprint !== request.fingerprint) fail('IDEMPOTENCY_KEY_REUSED');
  if (body === undefined) fail('IDEMPOTENCY_ANSWER_GONE', undefined, location === undefined ? {} : { location });
  return { answer: { status, body, location: location ?? null, etag: etag ?? null }, isReplayed: true };
}

function withoutSecret({ secret }: KeyedRequest, answer: Answer): Answer {
  if (secret === undefined || answer.body === '') return answer;
  return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), [secret]: undefined }) };
}

/** Leaves the body out if the caller has had as many bytes kept as there may be. */
async function leaveOut(
  { tenantId, ownerId }: KeyedRequest,
  answer: Answer,
  counter: RequestCounter | null,
): Promise<Omit<Answer, 'body'> & { body: string | null }> {
  const bytes = Buffer.byteLength(answer.body);
  if (bytes === 0 || !counter) return answer;
  const { used } = await counter.count(`answers:${tenantId}:${ownerId}`, keptAnswers.perSeconds, bytes);
  return used > keptAnswers.bytesOfCaller ? { ...answer, body: null } : answer;
}

function toRecord(request: KeyedRequest, answer: Omit<Answer, 'body'> & { body: string | null }) {
  const { fingerprint, subjectIds, now } = request;
  const expiresAt = new Date(Date.parse(now) + retentionMs).toISOString();
  return { ...getIdentity(request), fingerprint, subjectIds, expiresAt, ...answer };
}

function isSame(recorded: RecordedAnswer, own: ReturnType<typeof toRecord>): boolean {
  return recorded.status === own.status && recorded.body === own.body && recorded.fingerprint === own.fingerprint;
}

function isRecorded({ code, status }: ApiError): boolean {
  return recordedStatuses.includes(status) && !code.startsWith('IDEMPOTENCY_');
}

function toAnswer({ code, message, status, location }: ApiError): Answer {
  return { status, body: JSON.stringify({ code, message }), location: location ?? null, etag: null };
}

const waitErrorName = 'CopyStillUnderWay';
const createWaitError = (): Error =>
  Object.assign(new Error('A copy of the request is under way.'), { name: waitErrorName });
const isWaitError = (error: unknown): boolean => error instanceof Error && error.name === waitErrorName;
