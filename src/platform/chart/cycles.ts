// Finds cycles in reporting lines.

/**
 * Finds all cycles by depth-first search. A cycle is a list of addresses in which the first and the last are equal. It
 * starts at the address that sorts first, so the result is deterministic.
 *
 * @param managersByEmail the managers of each person; a consistent chart has at most one each
 */
export function findCycles(managersByEmail: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of [...managersByEmail.keys()].sort()) {
    const path: { email: string; next: number }[] = [];
    const indexInPath = new Map<string, number>();
    const enter = (email: string): void => {
      indexInPath.set(email, path.length);
      path.push({ email, next: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const manager = managersByEmail.get(step.email)?.[step.next++];
      if (manager === undefined) {
        done.add(step.email);
        indexInPath.delete(step.email);
        path.pop();
      } else if (indexInPath.has(manager)) {
        cycles.push(path.slice(indexInPath.get(manager)).map(({ email }) => email));
      } else if (!done.has(manager)) {
        enter(manager);
      }
    }
  }
  return sortCycles(cycles.map(rotateToFirst));
}

export function sortCycles(cycles: string[][]): string[][] {
  return cycles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

/** Lets a cycle start, and end, with the address that sorts first. */
export function rotateToFirst(cycle: string[]): string[] {
  const first = cycle.reduce((lowest, email) => (email < lowest ? email : lowest));
  const start = cycle.indexOf(first);
  return [...cycle.slice(start), ...cycle.slice(0, start), first];
}
