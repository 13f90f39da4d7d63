// The routes of declared endpoints: each opens the call of a request, runs the handler and answers.
import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { createCallerGraph, type CallerGraph } from '../../access/caller-graph.ts';
import { confirmRefusal } from '../../access/confirm-refusal.ts';
import { recordDecisions } from '../../access/permissions.ts';
import { recordRead, type RecordRead } from '../../audit/record-read.ts';
import { ApiError } from '../../errors.ts';
import type { GraphClient } from '../../graph/client.ts';
import { compileValidator } from '../../schema/validation.ts';
import type { RequestCounter } from '../../outbox/queues/redis.ts';
import { assertCallerKind, getCaller, getCallerId, type Caller } from '../caller.ts';
import { createChange } from '../changes/changes.ts';
import { isRead } from '../entity-tags.ts';
import { getOwnAddress } from '../addresses.ts';
import { createRequestParser, type RequestHeaders } from '../request/parser.ts';
import { readUpload } from '../request/upload.ts';
import { createAnswerer, sendOutcome } from '../response/answer.ts';
import { createFieldOrder } from '../response/field-order.ts';
import { respond } from '../response/respond.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { announceDeprecation } from './deprecation.ts';
import { listErrorCodes } from './error-codes.ts';

export type EndpointServices = {
  graph: GraphClient;
  redis: RequestCounter;
  now(): Date;
  /** Creates what handlers get beside the call. */
  createContext(caller: Caller, now: Date): object;
  /** Checks every answer against its declaration; on in tests, so that the OpenAPI document cannot drift. */
  checkAnswers?: boolean;
};

/** The routes of these endpoints under a prefix such as `/v1`, each behind the middleware that `before` returns. */
export function createEndpointRouter(
  endpoints: readonly Endpoint[],
  prefix: string,
  services: EndpointServices,
  before: (declared: Endpoint) => readonly Middleware[],
): Router {
  const router = new ClosestPathRouter({ prefix });
  for (const declared of endpoints.toSorted((a, b) => compareLiteralFirst(a.path, b.path))) {
    const path = declared.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(
      path,
      [declared.method],
      [...announceDeprecation(declared), ...before(declared), createHandler(declared, prefix, services)],
    );
  }
  return router;
}

/** The middleware of an endpoint: open the call, run, respond. */
function createHandler(declared: Endpoint, prefix: string, services: EndpointServices): Middleware {
  const name = `${declared.method} ${declared.path}`;
  const openCall = createCallOpener(declared, services);
  const checkAnswer = services.checkAnswers ? compileValidator(declared.response) : null;
  const order = createFieldOrder(declared.response);
  const declaredCodes = new Set(listErrorCodes(declared));
  const handler = services.checkAnswers ? checkDecisions(name, declared) : declared.handler;
  const createAnswer = createAnswerer(declared, checkAnswer);
  const change = createChange(
    { ...declared, handler },
    (result, params) => createAnswer(order(result), params),
    services.redis,
  );
  const isReading = isRead(declared);

  return async (ctx) => {
    ctx.state['mediaType'] = declared.mediaType;
    const { call, caller, headers, graph } = await openCall(ctx);
    const read = (): ReturnType<Endpoint['handler']> => {
      graph.closeLists(); // lists of an earlier run
      return handler(call);
    };
    try {
      if (!isReading) return sendOutcome(ctx, await change(call, headers, caller), prefix);
      const options = { check: checkAnswer, ifNoneMatch: headers.ifNoneMatch };
      const result = await confirmRefusal(read);
      await respond(ctx, declared, createAnswer, order(result), options);
    } catch (error) {
      graph.closeLists();
      if (services.checkAnswers && error instanceof ApiError && !declaredCodes.has(error.code)) {
        throw new Error(`${name} does not declare ${error.code}.`, { cause: error });
      }
      throw error;
    }
  };
}

/**
 * Wraps a handler, in tests. It fails if it answers a user without having decided each declared permission, or having
 * decided another. Of services the scope has decided.
 */
export function checkDecisions(name: string, { permission, alsoDecides = [], handler }: Endpoint): Endpoint['handler'] {
  const declared = [...(permission ? [permission] : []), ...alsoDecides];
  return async (call) => {
    const { result, decided } = await recordDecisions(() => handler(call));
    const isDeclared = decided.every((one) => declared.includes(one));
    const isDecided = call.callerKind === 'service' || declared.every((one) => decided.includes(one));
    if (!isDeclared || !isDecided) {
      throw new Error(
        `${name} declares the permission ${declared.join(', ') || '(none)'} and decides by ${decided.join(', ') || 'none'}.`,
      );
    }
    return result;
  };
}

type OpenedCall = {
  call: Call;
  caller: Caller;
  headers: RequestHeaders;
  graph: CallerGraph;
};

/**
 * Returns the function that opens the calls of an endpoint: parses the request, checks what kind of caller sent it, and
 * binds the graph to that caller.
 */
function createCallOpener(declared: Endpoint, services: EndpointServices): (ctx: Context) => Promise<OpenedCall> {
  const parseRequest = createRequestParser(declared);
  const { withinMs, mediaType, callers = ['user'], upload } = declared;
  const source = mediaType === undefined ? 'api' : 'scim';
  const action = typeof declared.audit === 'string' ? declared.audit : '';

  return async (ctx) => {
    const caller = getCaller(ctx);
    const ids = { tenantId: caller.tenantId, userId: getCallerId(caller) }; // no user has the id of a service
    const traceparent = ctx.state['traceparent'] as string;
    const assistant = caller.kind === 'user' ? caller.assistant : undefined;
    const scope = { ...ids, traceparent, source, assistant, ...(withinMs && { withinMs }) } as const;
    const graph = createCallerGraph(services.graph.bind(scope), caller.kind);

    async function parse(): ReturnType<typeof parseRequest> {
      const parsed = await parseRequest(ctx);
      assertCallerKind(caller, callers);
      return parsed;
    }
    const { request, headers } = await parse().catch(async (error: unknown) => {
      // A deactivated user gets 401, whatever else is wrong with the request.
      if (caller.kind === 'user') await graph.one('access/caller');
      throw error;
    });

    const now = services.now();
    const record: RecordRead = (about) => recordRead(graph, { action, callerId: ids.userId, now, assistant }, about);
    const call = Object.assign(services.createContext(caller, now), {
      ...request,
      upload: () => readUpload(ctx, upload?.maxBytes ?? 0),
      graph,
      callerKind: caller.kind,
      now: now.toISOString(),
      newId: randomUUID,
      afterCommit: () => undefined, // a read changes nothing
      countFurther: (ctx.state['countFurther'] as Call['countFurther'] | undefined) ?? (() => Promise.resolve()),
      recordRead: record,
      baseUrl: () => getOwnAddress(ctx),
      lastModified: (at: string) => ctx.set('Last-Modified', new Date(at).toUTCString()),
    }) as Call;
    return { call, caller, headers, graph };
  };
}

/**
 * Considers only the first registered path that matches a request. Koa's router would route `PATCH /goals/board` to
 * `/goals/{goalId}` and list the methods of that path in `Allow`.
 */
class ClosestPathRouter extends Router {
  override match(path: string, method: string): ReturnType<Router['match']> {
    const match = super.match(path, method);
    const closest = match.path.filter((layer) => layer.path === match.path[0]?.path);
    const pathAndMethod = match.pathAndMethod.filter((layer) => closest.includes(layer));
    return { path: closest, pathAndMethod, route: pathAndMethod.length > 0 };
  }
}

/** Compares paths such as `/goals/{goalId}` for registration: literal segments come before parameters. */
function compareLiteralFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.replaceAll(/\{\w+\}/g, '\uffff')) as [string, string];
  return left < right ? -1 : Number(left > right);
}
