// Finds people who stand above themselves.

/**
 * The cycles of a reporting line, each as the addresses along it, first and last the same. Every cycle is begun at the
 * address that sorts first, so that the same line always gives the same answer.
 *
 * @param managersOf the managers of each person; a correct line has at most one
 */
export function findCycles(managersOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of [...managersOf.keys()].sort()) {
    const path: { email: string; next: number }[] = [];
    const placeOf = new Map<string, number>();
    const enter = (email: string): void => {
      placeOf.set(email, path.length);
      path.push({ email, next: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const manager = managersOf.get(step.email)?.[step.next++];
      if (manager === undefined) {
        done.add(step.email);
        placeOf.delete(step.email);
        path.pop();
      } else if (placeOf.has(manager)) {
        cycles.push(path.slice(placeOf.get(manager)).map(({ email }) => email));
      } else if (!done.has(manager)) {
        enter(manager);
      }
    }
  }
  return cycles.map(rotateToFirst).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

function rotateToFirst(cycle: string[]): string[] {
  const first = cycle.reduce((least, email) => (email < least ? email : least));
  const at = cycle.indexOf(first);
  return [...cycle.slice(at), ...cycle.slice(0, at), first];
}
