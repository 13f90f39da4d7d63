// One literal declares one endpoint; from it come the route, the validation, the OpenAPI document and the types.
import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Middleware } from 'koa';
import type { AnyPermission, ServiceScope } from '../access.ts';
import type { CallerGraph } from '../caller-graph.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { AtomicGraph, GraphClient } from '../graph/client.ts';
import { createAnswer } from './answers.ts';
import { getOwnAddress } from './authzen-metadata.ts';
import type { Call } from './call.ts';
import { assertCallerKind, getCaller, getCallerId, type Caller } from './caller.ts';
import { createChange } from './changes.ts';
import { confirmRefusal } from './confirm-refusal.ts';
import { buildDeprecationHeaders, type Deprecation } from './deprecation.ts';
import { isRead } from './entity-tags.ts';
import { listErrorCodes } from './error-codes.ts';
import { createFieldOrder } from './field-order.ts';
import type { HandlerResult } from './handler-result.ts';
import { sendOutcome } from './idempotency.ts';
import { admitLargeBody } from './large-bodies.ts';
import type { CsvColumn } from './list-format.ts';
import type { OrgRevisions } from './org-revision.ts';
import { createRequestParser } from './request-parser.ts';
import { openRequestGraphs } from './request-graphs.ts';
import { respond } from './respond.ts';
import { ClosestPathRouter, compareLiteralFirst } from './router.ts';
import { readUpload } from './upload.ts';
import { compileValidator } from './validation.ts';

export type { Call } from './call.ts';

/** `Context` is what handlers of this API get beside the call. */
export type Declaration<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema, Context> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the interface: `/summaries/{summaryId}`, relative to the version prefix. */
  path: string;
  /** A verb and a noun: the name of the method in a generated client. */
  operationId: string;
  /** What it does, in one short sentence. */
  summary: string;
  /** What callers should know besides: order, limits, conditions. */
  description?: string;
  /** What it changes, if it is not a GET. */
  effects?: string;
  /** The permission that its handler demands. Without one, any user may call it for their own data. */
  permission?: AnyPermission;
  params?: P;
  query?: Q;
  body?: B;
  /** The body may be left out, and then counts as `{}`. */
  bodyOptional?: true;
  /** Bodies above 64 KB are accepted up to this size, from callers who hold `permission`. */
  maxBodyBytes?: number;
  /** The type of its bodies, if it is not application/json. */
  mediaType?: 'application/scim+json';
  /** The time limit of `graph.atomically`, for changes that take longer than others. */
  withinMs?: number;
  /** Instead of a body: one file in multipart/form-data, in the part `file`. */
  upload?: { maxBytes: number; type: string };
  /** 204 has no body: its response is `Nothing`. */
  success: 200 | 201 | 202 | 204;
  response: R;
  /** What it may answer beyond `commonErrors`. */
  errors: readonly ErrorCode[];
  /** Who may call it: users, unless it says otherwise; services by the scope they hold. */
  callers?: readonly ('user' | ServiceScope)[];
  /** Where the thing that was made can be read, relative to the version prefix. */
  location?: (result: Static<R>, params: Static<P>) => string;
  secret?: string; // a field of the response that is shown once: an answer replayed for an Idempotency-Key lacks it
  safe?: true; // a POST that changes nothing: its question does not fit into an address
  /** False for a GET of an object without ETag: a list, or a document with a secret such as a signed link. */
  etag?: false;
  lastModified?: true;
  /**
   * What a change is about. Of a PUT, PATCH or DELETE, `read` decides If-Match under the write lock that `lock` takes, which
   * all changes of the resource must take. A response of the same schema has the ETag.
   */
  resource?: { read: Endpoint; lock: (graph: AtomicGraph, params: Static<P>) => Promise<unknown> };
  /** The columns of its rows for clients that prefer text/csv. */
  csv?: readonly CsvColumn[];
  /** Clients should stop calling it; announced in headers and in OpenAPI. */
  deprecated?: Deprecation;
  handler: (call: Call<P, Q, B> & Context) => Promise<HandlerResult<R>>;
};

/** An endpoint whose own types no longer matter, as the router and the OpenAPI document see it. */
export type Endpoint = Declaration<TObject, TObject, TSchema, TSchema, object>;

/** Returns the function that declares endpoints whose handlers get `Context` beside the call. */
export function createEndpointFactory<Context>() {
  return <
    R extends TSchema,
    P extends TObject = TObject<Record<never, never>>,
    Q extends TObject = TObject<Record<never, never>>,
    B extends TSchema = TSchema,
  >(
    declaration: Declaration<P, Q, B, R, Context>,
  ): Endpoint => declaration as unknown as Endpoint;
}

export type EndpointServices = {
  graph: GraphClient;
  now(): Date;
  publicUrl?: string | undefined;
  revisions: OrgRevisions;
  /** Creates what handlers get beside the call. */
  createContext(caller: Caller, now: Date): object;
  /** Validates every response against its declaration; on in tests, so that the OpenAPI document cannot drift. */
  checkAnswers?: boolean;
};

/** The routes of these endpoints under a prefix such as `/v1`, each behind the middleware `before`, which authenticates. */
export function createEndpointRouter(
  endpoints: readonly Endpoint[],
  prefix: string,
  services: EndpointServices,
  before: readonly Middleware[],
): Router {
  const router = new ClosestPathRouter({ prefix });
  for (const declared of endpoints.toSorted((a, b) => compareLiteralFirst(a.path, b.path))) {
    const path = declared.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [declared.method], [...before, createHandler(declared, prefix, services)]);
  }
  return router;
}

/** The middleware of an endpoint: parse, authorize, run, respond. */
function createHandler(declared: Endpoint, prefix: string, services: EndpointServices): Middleware {
  const name = `${declared.method} ${declared.path}`;
  const parseRequest = createRequestParser(declared);
  const checkAnswer = services.checkAnswers ? compileValidator(declared.response) : null;
  const order = createFieldOrder(declared.response);
  const { withinMs, mediaType } = declared;
  const source = mediaType === undefined ? 'api' : 'scim';
  const declaredCodes = new Set(listErrorCodes(declared));
  const deprecationHeaders = declared.deprecated ? buildDeprecationHeaders(declared.deprecated) : {};

  const change = createChange(declared, (result, params) =>
    createAnswer({ ...declared, name }, order(result), params, checkAnswer),
  );

  return async (ctx) => {
    ctx.set(deprecationHeaders);
    const caller = getCaller(ctx);
    const ids = { tenantId: caller.tenantId, userId: getCallerId(caller) }; // no user has the id of a service
    const traceparent = ctx.state['traceparent'] as string;
    ctx.state['mediaType'] = mediaType;
    const scope = { ...ids, traceparent, source, ...(withinMs && { withinMs }) } as const;
    const graphs = openRequestGraphs(services, caller, scope);
    const graph = graphs.leader;
    const { request, headers, follower } = await admitLargeBody(ctx, declared, caller, graph)
      .then(() => parseRequest(ctx))
      .then((parsed) => {
        assertCallerKind(caller, declared.callers ?? ['user']);
        return { ...parsed, follower: graphs.openFollower(parsed.headers.orgRevision) };
      })
      .catch(async (error: unknown) => {
        // A deactivated user gets 401, whatever else is wrong with the request.
        if (caller.kind === 'user') await graph.one('access/caller');
        throw error;
      });
    const now = services.now();
    const call = {
      ...request,
      ...services.createContext(caller, now),
      upload: () => readUpload(ctx, declared.upload?.maxBytes ?? 0),
      graph,
      callerKind: caller.kind,
      now: now.toISOString(),
      newId: randomUUID,
      afterCommit: () => undefined, // a read changes nothing
      baseUrl: () => services.publicUrl ?? getOwnAddress(ctx),
      lastModified: (at) => ctx.set('Last-Modified', new Date(at).toUTCString()),
    } as Call;
    const read = (from: CallerGraph) => (): ReturnType<Endpoint['handler']> => {
      graphs.closeLists(); // those of a run before
      return declared.handler({ ...call, graph: from });
    };
    try {
      if (!isRead(declared)) {
        const outcome = await change(call, headers, caller);
        return sendOutcome(ctx, { ...outcome, orgRevision: graphs.getRevision() }, prefix);
      }
      const options = { check: checkAnswer, ifNoneMatch: headers.ifNoneMatch };
      const result = await confirmRefusal(read(graph), follower && read(follower));
      await respond(ctx, { ...declared, name }, order(result), options);
    } catch (error) {
      graphs.closeLists();
      if (services.checkAnswers && error instanceof ApiError && !declaredCodes.has(error.code)) {
        throw new Error(`${name} does not declare ${error.code}.`, { cause: error });
      }
      throw error;
    }
  };
}
