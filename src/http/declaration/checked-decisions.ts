// Compares the permission that an endpoint declares with the one by which its handler grants access; on in tests.
import { recordDecisions } from '../../access/permissions.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Wraps a handler. It fails if it answers a user without having decided the declared permission, or having decided another.
 * Of services the scope has decided.
 */
export function checkDecisions(name: string, { permission, handler }: Endpoint): Endpoint['handler'] {
  return async (call) => {
    const { result, decided } = await recordDecisions(() => handler(call));
    const isDeclared = decided.every((one) => one === permission);
    const isDecided = permission === undefined || call.callerKind === 'service' || decided.length > 0;
    if (!isDeclared || !isDecided) {
      throw new Error(
        `${name} declares the permission ${permission ?? '(none)'} and decides by ${decided.join(', ') || 'none'}.`,
      );
    }
    return result;
  };
}
