// A queue of statements that the database is to plan: each once, few at a time, those that requests wait for first.

/** Planning a statement takes a core of the database; the others are left to requests. */
const maxConcurrent = 2;

export type PlanQueue = {
  /**
   * Adds the statement unless it is in the queue, and resolves when the database has planned it.
   *
   * @param isUrgent whether a request waits for it: it goes before those that are planned ahead
   * @returns rejects if the database is unreachable
   */
  add(statement: string, isUrgent: boolean): Promise<void>;
};

type Task = { done: Promise<void>; start: () => void; cancel: (reason: unknown) => void };

/**
 * @param explain plans a statement without running it; rejects only if the database is unreachable
 * @param isServing whether requests are served already; then those that no request waits for are planned one at a time
 */
export function createPlanQueue(explain: (statement: string) => Promise<void>, isServing: () => boolean): PlanQueue {
  const tasks = new Map<string, Task>();
  const urgent = new Set<string>();
  const background = new Set<string>();
  let active = 0;

  function takeNext(): Task | undefined {
    for (const queue of [urgent, background]) {
      for (const statement of queue) {
        queue.delete(statement);
        return tasks.get(statement);
      }
    }
    return undefined;
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

  function startTasks(): void {
    while (active < (isServing() && urgent.size === 0 ? 1 : maxConcurrent)) {
      const task = takeNext();
      if (!task) return;
      active += 1;
      const finish = (): void => {
        active -= 1;
        startTasks();
      };
      task.done.then(finish, finish);
      task.start();
    }
  }

  return {
    add(statement, isUrgent) {
      const existing = tasks.get(statement);
      if (isUrgent && background.delete(statement)) urgent.add(statement);
      if (existing) return existing.done;
      const { done } = addTask(statement);
      (isUrgent ? urgent : background).add(statement);
      startTasks();
      return done;
    },
  };
}
