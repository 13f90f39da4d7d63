// Checks the id of a plan on the command line.
import { uuidPattern } from '../../src/model/index.ts';

/** @throws {Error} when it is not an id */
export function parsePlanId(text: string): string {
  if (uuidPattern.test(text)) return text.toLowerCase();
  throw new Error(`${JSON.stringify(text)} is not the id of a plan; "checkin org plan ls" lists the plans.`);
}
