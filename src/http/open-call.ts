// Opens the call of a request: parses it, checks what kind of caller sent it, and binds the graph to that caller.
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { createCallerGraph, type CallerGraph } from '../caller-graph.ts';
import type { GraphClient } from '../graph/client.ts';
import { getOwnAddress } from './own-address.ts';
import type { Call } from './call.ts';
import { assertCallerKind, getCaller, getCallerId, type Caller } from './caller.ts';
import type { Endpoint } from './endpoint.ts';
import { admitLargeBody } from './large-bodies.ts';
import type { RequestHeaders } from './request-headers.ts';
import { createRequestParser } from './request-parser.ts';
import { readUpload } from './upload.ts';

export type CallServices = {
  graph: GraphClient;
  now(): Date;
  publicUrl?: string | undefined;
  /** Creates what handlers get beside the call. */
  createContext(caller: Caller, now: Date): object;
};

type OpenedCall = {
  call: Call;
  caller: Caller;
  headers: RequestHeaders;
  graph: CallerGraph;
};

/** Returns the function that opens the calls of an endpoint. */
export function createCallOpener(declared: Endpoint, services: CallServices): (ctx: Context) => Promise<OpenedCall> {
  const parseRequest = createRequestParser(declared);
  const { withinMs, mediaType, callers = ['user'], upload } = declared;
  const source = mediaType === undefined ? 'api' : 'scim';

  return async (ctx) => {
    const caller = getCaller(ctx);
    const ids = { tenantId: caller.tenantId, userId: getCallerId(caller) }; // no user has the id of a service
    const traceparent = ctx.state['traceparent'] as string;
    const scope = { ...ids, traceparent, source, ...(withinMs && { withinMs }) } as const;
    const graph = createCallerGraph(services.graph.bind(scope), caller.kind);

    async function parse(): ReturnType<typeof parseRequest> {
      await admitLargeBody(ctx, declared, caller, graph);
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
    const call = {
      ...request,
      ...services.createContext(caller, now),
      upload: () => readUpload(ctx, upload?.maxBytes ?? 0),
      graph,
      callerKind: caller.kind,
      now: now.toISOString(),
      newId: randomUUID,
      afterCommit: () => undefined, // a read changes nothing
      countFurther: (ctx.state['countFurther'] as Call['countFurther'] | undefined) ?? (() => Promise.resolve()),
      baseUrl: () => services.publicUrl ?? getOwnAddress(ctx),
      lastModified: (at) => ctx.set('Last-Modified', new Date(at).toUTCString()),
    } as Call;
    return { call, caller, headers, graph };
  };
}
