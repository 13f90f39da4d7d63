// What the end of a run says of a test file, although nothing failed: what this machine cannot test (a test that is merely
// pending would say nothing), and what is worse than it was recorded.

/** What stands before the file in the line of a remark. */
type Kind = 'SKIPPED' | 'LOST';
export type Remark = { kind: Kind; text: string };

const remarks: Remark[] = [];

/** Records something for the end of the run. */
export const remark = (kind: Kind, text: string): void => void remarks.push({ kind, text });

/** Records that something is not tested here. */
export const skipWithReason = (reason: string): void => remark('SKIPPED', reason);

/** Returns what was recorded since the last call. */
export const takeRemarks = (): Remark[] => remarks.splice(0);

/** Query plans that services in the process of the tests had the database make. */
export type Plans = { count: number; seconds: number };

let plans: Plans = { count: 0, seconds: 0 };

/** Counts a plan of a service. */
export function countPlan({ seconds }: { seconds: number }): void {
  plans = { count: plans.count + 1, seconds: plans.seconds + seconds };
}

/** Returns the plans that were counted since the last call. */
export function takePlans(): Plans {
  const taken = plans;
  plans = { count: 0, seconds: 0 };
  return taken;
}

/**
 * What a run says of its time: that of a test, which depends on the machine, and the plans of a test, which hardly do. If a
 * change to the graph client makes statements be planned that nobody runs, both grow in every file.
 *
 * @param results of the test files. Checks such as lint are left out.
 */
export function describeTime(results: readonly { passed: number; seconds: number; plans?: Plans }[]): string {
  const sum = (figure: (result: (typeof results)[number]) => number): number =>
    results.reduce((all, result) => all + figure(result), 0);
  const tests = Math.max(
    1,
    sum(({ passed }) => passed),
  );
  const seconds = sum((result) => result.seconds);
  const made = sum((result) => result.plans?.count ?? 0);
  const planning = sum((result) => result.plans?.seconds ?? 0);
  const share = Math.round((100 * planning) / Math.max(1, seconds));
  return (
    `A test took ${(seconds / tests).toFixed(2)} s and had ${(made / tests).toFixed(2)} plans made: ` +
    `${made} plans in ${planning.toFixed(0)} s, ${share} % of the time of the files`
  );
}
