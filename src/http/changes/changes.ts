// Changes with conditions: Idempotency-Key and If-Match are checked in the transaction of the change itself.
import { hash, randomUUID } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { ApiError, fail } from '../../errors.ts';
import type { AtomicGraph, Graph } from '../../graph/client.ts';
import { createRepeatableIds } from '../../lib/ids.ts';
import {
  computeEntityTag,
  createFieldOrder,
  type Answer,
  type CreateAnswer,
  type FieldOrder,
  type Outcome,
} from '../response/respond.ts';
import { getCallerId, type Caller } from '../caller/caller.ts';
import { matchesStrongly, type EntityTags } from './entity-tags.ts';
import { createIdempotency, makeRecognizably } from './idempotency.ts';

/** What a handler does once its change is committed: outside the database, or by transactions of the given graph. */
export type Effect = (graph: Graph) => Promise<void>;

/** The parts of a call that this file reads or replaces. */
type ChangeRequest = {
  params: unknown;
  query: unknown;
  body: unknown;
  upload: () => Promise<Buffer>;
  graph: Graph;
  now: string;
  newId: () => string;
};
type ChangeCall = ChangeRequest & { afterCommit: (effect: Effect) => void };
type Handler = (call: never) => Promise<unknown>;
type DeclaredChange = {
  method: string;
  path: string;
  upload?: object | undefined;
  secret?: string | undefined;
  handler: Handler;
  resource?:
    | {
        read: { response: TSchema; handler: Handler };
        lock: (graph: Pick<AtomicGraph, 'write'>, params: never) => Promise<unknown>;
      }
    | undefined;
};
type Conditions = { idempotencyKey: string | null; ifMatch: EntityTags | null };

/**
 * Creates the function that makes the change of an endpoint. Under conditions the handler runs with its graph bound to one
 * transaction, perhaps several times, with the same new ids; only its committed run counts.
 */
export function createChange(declared: DeclaredChange, createAnswer: CreateAnswer) {
  const answerOnce = createIdempotency();
  const order = declared.resource && createFieldOrder(declared.resource.read.response);

  /** Runs the handler. A refusal that needs no condition goes before that of the condition (RFC 9110, 13.2.1). */
  async function run(call: ChangeCall, ifMatch: EntityTags | null): Promise<Answer> {
    const isCurrent = ifMatch === null || (await lockAndCompare(declared, order, call, ifMatch));
    const result = await declared.handler(call as never);
    if (!isCurrent) fail('PRECONDITION_FAILED');
    return createAnswer(result, call.params);
  }

  return async (request: ChangeRequest, { idempotencyKey, ifMatch }: Conditions, caller: Caller): Promise<Outcome> => {
    const { graph } = request;
    let effects: Effect[] = [];
    const call = Object.assign(request, { afterCommit: (effect: Effect) => void effects.push(effect) });
    const runAtomically = (parts: Partial<ChangeCall>) => {
      const restartIds = createRepeatableIds();
      return (atomic: AtomicGraph): Promise<Answer> => {
        effects = [];
        const joined = { ...graph, ...atomic, atomically: <T>(work: (tx: AtomicGraph) => Promise<T>) => work(atomic) };
        return run({ ...call, ...parts, newId: restartIds(), graph: joined }, ifMatch);
      };
    };

    async function decide(): Promise<Outcome> {
      if (idempotencyKey === null) {
        if (ifMatch === null) return { answer: await run(call, null), isReplayed: false };
        const identity = identify(declared, call, null, randomUUID(), caller);
        const answer = await makeRecognizably({ graph, now: call.now, ...identity }, runAtomically({}));
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
  { resource }: DeclaredChange,
  order: FieldOrder | undefined,
  call: ChangeCall,
  tags: EntityTags,
): Promise<boolean> {
  if (!resource || !order) return true;
  await resource.lock(call.graph, call.params as never);
  try {
    const current = await resource.read.handler({
      ...{ ...call, query: {}, lastModified: () => undefined },
      recordRead: () => Promise.resolve(), // the caller gets nothing of it
    } as never);
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
async function readPermittedUpload({ handler }: DeclaredChange, call: ChangeCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = new Error('The upload was read.');
    const upload = async (): Promise<Buffer> => {
      resolve(await call.upload());
      throw stop;
    };
    handler({ ...call, upload } as never).then(() => reject(new Error('The handler read no upload.')), reject);
  });
}

function identify(
  { method, path }: DeclaredChange,
  { params, query, body = null }: ChangeCall,
  upload: Buffer | null,
  key: string,
  caller: Caller,
): { recordId: string; fingerprint: string; ownerId: string; subjectIds: string[] } {
  const ownerId = getCallerId(caller);
  const content = upload ? hash('sha256', upload) : body;
  return {
    recordId: hash('sha256', JSON.stringify([caller.tenantId, ownerId, key])),
    fingerprint: hash('sha256', JSON.stringify([method, path, params, query, content])),
    ownerId,
    subjectIds: Object.values(params as Record<string, string>),
  };
}
