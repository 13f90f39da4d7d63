// Records which permissions a piece of work decides, for tests that compare them with what an endpoint declares.
import { AsyncLocalStorage } from 'node:async_hooks';

const record = new AsyncLocalStorage<Set<string>>();

/** Notes that access is granted by this permission. It does nothing outside `recordDecisions`. */
export function noteDecision(permission: string): void {
  record.getStore()?.add(permission);
}

/** Runs the work, and lists the permissions by which it granted access. */
export async function recordDecisions<T>(work: () => Promise<T>): Promise<{ result: T; decided: string[] }> {
  const permissions = new Set<string>();
  const result = await record.run(permissions, work);
  return { result, decided: [...permissions] };
}
