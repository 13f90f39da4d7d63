// Changes with conditions: Idempotency-Key and If-Match are checked in the transaction of the change itself.
import { hash, randomUUID } from 'node:crypto';
import { ApiError, fail } from '../../errors.ts';
import type { Graph, Transaction } from '../../graph/client.ts';
import { createRepeatableIds } from '../../lib/ids.ts';
import type { Answer, CreateAnswer, Outcome } from '../response/answer.ts';
import { createFieldOrder, type FieldOrder } from '../response/field-order.ts';
import { getCallerId, type Caller } from '../caller.ts';
import type { Call, Effect, Endpoint } from '../endpoint.ts';
import type { RequestCounter } from '../../outbox/queues/redis.ts';
import type { RequestHeaders } from '../request/parser.ts';
import { computeEntityTag, matchesStrongly, type EntityTags } from '../entity-tags.ts';
import { createIdempotency, makeRecognizably } from './idempotency.ts';

/**
 * Creates the function that makes the change of an endpoint. Under conditions the handler runs with its graph bound to one
 * transaction, perhaps several times, with the same new ids; only its committed run counts. Without conditions its own transactions
 * are recognised: one whose commit was made and not answered is not made again.
 */
export function createChange(declared: Endpoint, createAnswer: CreateAnswer, counter: RequestCounter) {
  const answerOnce = createIdempotency(counter);
  const order = declared.resource && createFieldOrder(declared.resource.read.response);

  /** Runs the handler. A refusal that needs no condition goes before that of the condition (RFC 9110, 13.2.1). */
  async function run(call: Call, ifMatch: EntityTags | null): Promise<Answer> {
    const isCurrent = ifMatch === null || (await lockAndCompare(declared, order, call, ifMatch));
    const result = await declared.handler(call);
    if (!isCurrent) fail('PRECONDITION_FAILED');
    return createAnswer(result, call.params);
  }

  return async (request: Call, { idempotencyKey, ifMatch }: RequestHeaders, caller: Caller): Promise<Outcome> => {
    const { graph } = request;
    let effects: Effect[] = [];
    const call = Object.assign(request, { afterCommit: (effect: Effect) => void effects.push(effect) });
    const runAtomically = (parts: Partial<Call>) => {
      const restartIds = createRepeatableIds();
      let made: Answer | null = null;
      return async (atomic: Transaction): Promise<Answer> => {
        if (made && declared.commitsItself) return made;
        effects = [];
        const joined = { ...graph, ...atomic, atomically: <T>(work: (tx: Transaction) => Promise<T>) => work(atomic) };
        made = await run({ ...call, ...parts, newId: restartIds(), graph: joined }, ifMatch);
        return made;
      };
    };

    async function decide(): Promise<Outcome> {
      if (idempotencyKey === null) {
        const makeOnce: Graph['atomically'] = (work) =>
          makeRecognizably({ graph, now: call.now, ...nameRecord(call, randomUUID(), caller) }, work);
        const answer =
          ifMatch === null
            ? await run({ ...call, graph: { ...graph, atomically: makeOnce } }, null)
            : await makeOnce(runAtomically({}));
        return { answer, isReplayed: false };
      }
      const upload = declared.upload ? await readPermittedUpload(declared, call) : null;
      const parts = upload ? { upload: () => Promise.resolve(upload) } : {};
      const identity = identify(declared, call, upload, idempotencyKey, caller);
      return answerOnce({ graph, now: call.now, secret: declared.secret, ...identity }, runAtomically(parts));
    }

    const outcome = await decide();
    if (!outcome.isReplayed) await Promise.all(effects.map((effect) => effect(graph)));
    return outcome;
  };
}

/**
 * Locks the resource until the transaction ends, then compares its tag. One that the caller may not read matches
 * nothing.
 */
async function lockAndCompare(
  { resource }: Endpoint,
  order: FieldOrder | undefined,
  call: Call,
  tags: EntityTags,
): Promise<boolean> {
  if (!resource || !order) return true;
  await resource.lock(call.graph, call.params);
  try {
    const current = await resource.read.handler({
      ...call,
      query: {},
      lastModified: () => undefined,
      recordRead: () => Promise.resolve(), // the caller gets nothing of it
    });
    return matchesStrongly(tags, computeEntityTag(JSON.stringify(order(current))));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/**
 * Runs the handler until it reads the upload, without a transaction that would wait for the bytes. A caller who is not
 * permitted sends none; such a refusal is not recorded.
 */
async function readPermittedUpload({ handler }: Endpoint, call: Call): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = new Error('The upload was read.');
    const upload = async (): Promise<Buffer> => {
      resolve(await call.upload());
      throw stop;
    };
    handler({ ...call, upload }).then(() => reject(new Error('The handler read no upload.')), reject);
  });
}

type RecordName = { tenantId: string; recordId: string; ownerId: string; subjectIds: string[] };

function nameRecord({ params }: Call, key: string, caller: Caller): RecordName {
  const ownerId = getCallerId(caller);
  return {
    tenantId: caller.tenantId,
    recordId: hash('sha256', JSON.stringify([caller.tenantId, ownerId, key])),
    ownerId,
    subjectIds: Object.values(params),
  };
}

function identify(
  { method, path }: Endpoint,
  call: Call,
  upload: Buffer | null,
  key: string,
  caller: Caller,
): RecordName & { fingerprint: string } {
  const { params, query, body = null, isMergePatch } = call;
  const content = upload ? hash('sha256', upload) : body;
  const fingerprint = hash(
    'sha256',
    JSON.stringify([method, path, params, query, content, ...(isMergePatch ? ['merge'] : [])]),
  );
  return { ...nameRecord(call, key, caller), fingerprint };
}
