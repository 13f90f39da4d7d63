// Checks the id of a plan on the command line.
import { toUuid } from '../../../src/platform/schema/validation.ts';

/** @throws {Error} when it is not an id */
export function parsePlanId(text: string): string {
  const planId = toUuid(text);
  if (planId !== null) return planId;
  throw new Error(`${JSON.stringify(text)} is not the id of a plan; "checkin org plan ls" lists the plans.`);
}
