// Routing by path first: a literal segment wins over a parameter in the same place, whatever the method.
import Router from '@koa/router';

/**
 * Serves a request by the routes of one path: of several paths that match, the one registered first. Koa's router would
 * let `PATCH /goals/board` through to `/goals/{goalId}`, and would count that path's methods as allowed.
 */
export class ClosestPathRouter extends Router {
  override match(path: string, method: string): ReturnType<Router['match']> {
    const matched = super.match(path, method);
    const closest = matched.path.filter((layer) => layer.path === matched.path[0]?.path);
    const pathAndMethod = matched.pathAndMethod.filter((layer) => closest.includes(layer));
    return { path: closest, pathAndMethod, route: pathAndMethod.length > 0 };
  }
}

/** Orders paths such as `/goals/{goalId}` for their registration: a literal segment before a parameter. */
export function compareLiteralFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.replaceAll(/\{\w+\}/g, '\uffff')) as [string, string];
  return left < right ? -1 : Number(left > right);
}
