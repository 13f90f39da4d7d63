// Trend detection in one go, with the minimum group of a tenant that has stored none.
import { settings } from '../../src/platform/settings/settings.ts';
import { selectFlagsInSteps } from '../../src/features/trends/method/detect.ts';
import type { History } from '../../src/features/trends/method/history.ts';
import type { Flag } from '../../src/features/trends/method/types.ts';

export const minimumGroup = settings.minimumGroup.default;

/** Returns the flags of the week as `selectFlagsInSteps`, without letting other work run. */
export function selectFlags(history: History): Flag[] {
  return finish(selectFlagsInSteps(history));
}

/** Runs all steps at once, and returns their result. */
export function finish<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
