// The routes of declared endpoints: each opens the call, runs the handler and answers.
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { ApiError } from '../errors.ts';
import { createAnswer } from './answers.ts';
import { createChange } from './changes.ts';
import { checkDecisions } from './checked-decisions.ts';
import { confirmRefusal } from './confirm-refusal.ts';
import type { Endpoint } from './endpoint.ts';
import { isRead } from './entity-tags.ts';
import { listErrorCodes } from './error-codes.ts';
import { createFieldOrder } from './field-order.ts';
import { sendOutcome } from './idempotency.ts';
import { createCallOpener, type CallServices } from './open-call.ts';
import { respond } from './respond.ts';
import { ClosestPathRouter, compareLiteralFirst } from './router.ts';
import { compileValidator } from './validation.ts';

export type EndpointServices = CallServices & {
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
    router.register(path, [declared.method], [...before(declared), createHandler(declared, prefix, services)]);
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
  const change = createChange({ ...declared, handler }, (result, params) =>
    createAnswer({ ...declared, name }, order(result), params, checkAnswer),
  );

  return async (ctx) => {
    ctx.state['mediaType'] = declared.mediaType;
    const { call, caller, headers, graph } = await openCall(ctx);
    const read = (): ReturnType<Endpoint['handler']> => {
      graph.closeLists(); // those of a run before
      return handler(call);
    };
    try {
      if (!isRead(declared)) return sendOutcome(ctx, await change(call, headers, caller), prefix);
      const options = { check: checkAnswer, ifNoneMatch: headers.ifNoneMatch };
      const result = await confirmRefusal(read);
      await respond(ctx, { ...declared, name }, order(result), options);
    } catch (error) {
      graph.closeLists();
      if (services.checkAnswers && error instanceof ApiError && !declaredCodes.has(error.code)) {
        throw new Error(`${name} does not declare ${error.code}.`, { cause: error });
      }
      throw error;
    }
  };
}
