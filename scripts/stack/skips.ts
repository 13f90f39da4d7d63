// Tests that this machine cannot run, and why: the end of a run says so. A test that is merely pending would say nothing.

const skips: string[] = [];

/** Records that something is not tested here. */
export const skipWithReason = (reason: string): void => void skips.push(reason);

/** Returns what was recorded since the last call. */
export const takeSkips = (): string[] => skips.splice(0);
