// Routes by path before method: a literal segment takes precedence over a parameter.
import Router from '@koa/router';

/**
 * Considers only the first registered path that matches a request. Koa's router would route `PATCH /goals/board` to
 * `/goals/{goalId}` and list the methods of that path in `Allow`.
 */
export class ClosestPathRouter extends Router {
  override match(path: string, method: string): ReturnType<Router['match']> {
    const match = super.match(path, method);
    const closest = match.path.filter((layer) => layer.path === match.path[0]?.path);
    const pathAndMethod = match.pathAndMethod.filter((layer) => closest.includes(layer));
    return { path: closest, pathAndMethod, route: pathAndMethod.length > 0 };
  }
}

/** Compares paths such as `/goals/{goalId}` for registration: literal segments come before parameters. */
export function compareLiteralFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.replaceAll(/\{\w+\}/g, '\uffff')) as [string, string];
  return left < right ? -1 : Number(left > right);
}
