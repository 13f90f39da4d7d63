// POST /mcp/{slug}: where the assistants of a company call. The tools are requests of the API, by the caller's own token.
import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { createCallerGraph } from '../../platform/access/caller-graph.ts';
import { ApiError, fail } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { getCaller, type Assistant, type Caller } from '../../platform/http/caller.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { getOwnAddress, toAssistantsPath, writeScope } from '../../platform/http/addresses.ts';
import type { AskInside } from '../../platform/http/process/inner-requests.ts';
import { toWebBase } from '../../platform/lib/web-address.ts';
import type { Metrics } from '../../platform/http/process/metrics.ts';
import { readJson } from '../../platform/http/request/body.ts';
import { settings } from '../../platform/settings/settings.ts';
import { callTool, toRefusal, type ToolArguments, type ToolResult } from './call-tool.ts';
import { createMcp, type Session } from './server.ts';
import { createTools, type Tool } from './tools.ts';
import { createUses } from './uses.ts';

type AssistantServices = {
  graph: GraphClient;
  metrics: Pick<Metrics, 'assistant'>;
  now: () => Date;
  /** Asks the API, whose paths begin with `prefix`. */
  ask: AskInside;
  prefix: string;
  webUrl?: string | undefined;
};
type User = Extract<Caller, { kind: 'user' }>;
type Permitted = 'off' | 'read' | 'write';
type RpcRequest = { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: ToolArguments } };

/** What a client is called whose token does not say. */
const unnamedClient = 'unknown';
const insufficientScope = `Bearer error="insufficient_scope", scope="${writeScope}"`;

/**
 * Creates the route. Whoever has no token of this company's people gets the same 401, whether there is such a company or not.
 *
 * @param checks the middleware of every endpoint: who calls, and how often
 */
export function createAssistantRoutes(
  endpoints: readonly Endpoint[],
  checks: readonly Middleware[],
  services: AssistantServices,
): Router {
  const { graph, metrics, now } = services;
  const tools = createTools(endpoints);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const serve = createMcp();
  const noteUse = createUses(now);
  const router = new Router();

  router.post('/mcp/:slug', nameResource, ...checks, async (ctx) => {
    const caller = getCaller(ctx);
    if (caller.kind !== 'user') return fail('UNAUTHENTICATED');
    const body = await readRpc(ctx);
    const permitted = await admit(ctx, caller);
    const name = body.method === 'tools/call' ? body.params?.name : undefined;
    const tool = typeof name === 'string' ? byName.get(name) : undefined;
    if (tool) assertScope(tool, permitted, caller);
    if (body.method === streamMethod) return refuseMethod(ctx, body);
    const session = openSession(ctx, caller, { body, permitted });
    const response = await serve(toRequest(ctx), body, session);
    if (session.failure) throw session.failure;
    ctx.status = response.status;
    for (const [header, value] of response.headers) ctx.set(header, value);
    ctx.body = (await response.text()) || null;
    ctx.status = response.status; // an empty body has set 204
  });
  return router;

  /**
   * Lets people of the company of the address in.
   *
   * @returns what assistants may do there
   * @throws {ApiError} UNAUTHENTICATED
   */
  async function admit(ctx: Context, { tenantId, userId }: User): Promise<Permitted> {
    const bound = graph.bind({ tenantId, userId, traceparent: ctx.state['traceparent'] as string });
    const row = await createCallerGraph(bound).one<{ isTheirs: boolean; assistants: Permitted | null }>(
      'assistants/admit',
      { slug: readSlug(ctx) },
    );
    if (!row.isTheirs) return fail('UNAUTHENTICATED');
    return row.assistants ?? (settings.assistants.default as Permitted);
  }

  /** What the request may do. `failure` is what refuses it as a whole, after all. */
  function openSession(
    ctx: Context,
    user: User,
    { body, permitted }: { body: RpcRequest; permitted: Permitted },
  ): Session & { failure?: Error } {
    const shown = permitted === 'off' ? [] : tools.filter(({ isChange }) => permitted === 'write' || !isChange);
    async function call(tool: Tool, args: ToolArguments): Promise<ToolResult> {
      const refusal = findRefusal(tool, permitted);
      if (refusal) {
        metrics.assistant(tool.name, 'refused');
        return toRefusal(refusal);
      }
      const assistant = { client: user.grant?.client ?? unnamedClient, tool: tool.name };
      Object.assign(ctx.state, { caller: { ...user, assistant }, tool: tool.name });
      await noteUse(graph, user, assistant.client);
      if (tool.isChange && typeof tool.declared.audit !== 'string') await recordChange(ctx, user, assistant);
      const { ask, prefix } = services;
      const webUrl = services.webUrl && toWebBase(services.webUrl, readSlug(ctx));
      const result = await callTool(tool, args, ctx, { ask, prefix, webUrl, ownAddress: getOwnAddress(ctx) });
      metrics.assistant(tool.name, result.isError ? 'refused' : 'answered');
      return result;
    }

    const session: Session & { failure?: Error } = {
      tools: shown.map(({ definition }) => definition),
      async call(name) {
        const tool = byName.get(name);
        if (!tool) return null;
        return call(tool, body.params?.arguments ?? {}).catch((error: unknown) => {
          session.failure = error as Error;
          return null;
        });
      },
    };
    return session;
  }

  /** A change that has no audit entry of its own leaves this one, before it is made: it says that the assistant was let. */
  async function recordChange(ctx: Context, { tenantId, userId }: User, assistant: Assistant): Promise<void> {
    const scope = {
      tenantId,
      userId,
      assistant,
      source: 'api',
      traceparent: ctx.state['traceparent'] as string,
    } as const;
    const entry = { id: randomUUID(), action: 'assistant.change', facts: { userId } };
    await graph.bind(scope).write('audit/record', { entries: [entry], now: now().toISOString() });
  }
}

function findRefusal({ isChange }: Tool, permitted: Permitted): ApiError | null {
  if (permitted === 'off') return new ApiError('ASSISTANTS_OFF');
  return isChange && permitted === 'read' ? new ApiError('ASSISTANTS_READ_ONLY') : null;
}

/** @throws {ApiError} INSUFFICIENT_SCOPE, which tells a client to ask for a token with the scope */
function assertScope(tool: Tool, permitted: Permitted, { grant }: User): void {
  if (!tool.isChange || permitted !== 'write' || grant?.scopes.includes(writeScope)) return;
  fail('INSUFFICIENT_SCOPE', undefined, { challenge: insufficientScope });
}

const readSlug = (ctx: Context): string => (ctx.params as { slug?: string }).slug ?? '';

/** Challenges name the metadata of this company's address. */
const nameResource: Middleware = async (ctx, next) => {
  ctx.state['protectedResource'] = toAssistantsPath(readSlug(ctx));
  await next();
};

/** The library would open a stream, also for a server that has nothing to send. */
const streamMethod = 'subscriptions/listen';
function refuseMethod(ctx: Context, { id = null }: RpcRequest): void {
  ctx.status = 404;
  ctx.body = { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
}

/**
 * Reads one message. Several in one body would count as one request.
 *
 * @throws {ApiError} VALIDATION_ERROR, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
async function readRpc(ctx: Context): Promise<RpcRequest> {
  const body = await readJson(ctx);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return fail('VALIDATION_ERROR', 'The body must be one JSON-RPC message.');
  return body;
}

/** The request for the library, which reads no more than its headers: the body is parsed. */
function toRequest(ctx: Context): Request {
  const headers = Object.entries(ctx.req.headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' ? [[name, value] as [string, string]] : [],
  );
  return new Request(getOwnAddress(ctx) + ctx.path, { method: 'POST', headers });
}
