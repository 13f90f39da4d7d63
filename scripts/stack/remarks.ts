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
