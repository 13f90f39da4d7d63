// A queue of statements that the database is to plan: each once, one at a time. Those that requests wait for come first, of
// these the one with the most uses for its length: a long statement takes longer to plan, so the sum of all waiting is least
// (Smith's rule, Naval Research Logistics Quarterly 3, 1956). A database that has just started plans two at a time no faster
// than one after the other, and its first plan would be ready later.

export type PlanQueue = {
  /**
   * Adds the statement unless it is in the queue, and resolves when the database has planned it.
   *
   * @param isUrgent whether a request waits for it: it comes before those that are planned ahead
   * @returns rejects if the database is unreachable
   */
  add(statement: string, isUrgent: boolean): Promise<void>;
};

type Task = { done: Promise<void>; start: () => void; cancel: (reason: unknown) => void };

/**
 * @param explain plans a statement without running it; rejects only if the database is unreachable
 * @param getUses how often the plan of a statement was used
 */
export function createPlanQueue(
  explain: (statement: string) => Promise<void>,
  getUses: (statement: string) => number,
): PlanQueue {
  const tasks = new Map<string, Task>();
  const urgent = new Set<string>();
  const background = new Set<string>();
  let isActive = false;

  const getWeight = (statement: string): number => (getUses(statement) + 1) / statement.length;

  function takeNext(): Task | undefined {
    const queue = urgent.size > 0 ? urgent : background;
    const [first, ...others] = queue;
    if (first === undefined) return undefined;
    const next = others.reduce((best, other) => (getWeight(other) > getWeight(best) ? other : best), first);
    queue.delete(next);
    return tasks.get(next);
  }

  function cancelAll(reason: unknown): void {
    const waitingTasks = [...urgent, ...background];
    urgent.clear();
    background.clear();
    for (const statement of waitingTasks) tasks.get(statement)?.cancel(reason);
  }

  function addTask(statement: string): Task {
    let start: Task['start'] = () => undefined;
    let cancel: Task['cancel'] = () => undefined;
    const started = new Promise<void>((resolve, reject) => ([start, cancel] = [resolve, reject]));
    const done = started
      .then(() => explain(statement))
      .catch((reason: unknown) => {
        cancelAll(reason); // the database is unreachable, so all others would fail too
        throw reason;
      })
      .finally(() => tasks.delete(statement));
    const task = { done, start, cancel };
    tasks.set(statement, task);
    return task;
  }

  function startNext(): void {
    if (isActive) return;
    const task = takeNext();
    if (!task) return;
    isActive = true;
    const finish = (): void => {
      isActive = false;
      startNext();
    };
    task.done.then(finish, finish);
    task.start();
  }

  return {
    add(statement, isUrgent) {
      const existing = tasks.get(statement);
      if (isUrgent && background.delete(statement)) urgent.add(statement);
      if (existing) return existing.done;
      const { done } = addTask(statement);
      (isUrgent ? urgent : background).add(statement);
      queueMicrotask(startNext); // after those that are added with it
      return done;
    },
  };
}
