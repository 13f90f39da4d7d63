// Limits of requests as text: `caller=600/60,tenant=6000/60` is 600 requests of a caller and 6,000 of a tenant in a minute.
import { rateLimitsPattern } from '../config/config.ts';

export type RateLimit = { requests: number; seconds: number };
/** The limits of each caller, and of all callers of a tenant together. A limit is absent if there is none. */
export type RateLimits = { caller?: RateLimit; tenant?: RateLimit };

const pattern = new RegExp(rateLimitsPattern);

/** Returns null if the text is not valid, or names a limit twice. */
export function parseRateLimits(text: string): RateLimits | null {
  if (!pattern.test(text)) return null;
  const entries = text.split(',').map((part): [string, RateLimit] => {
    const [name = '', requests = 0, seconds = 0] = part.split(/[=/]/);
    return [name, { requests: Number(requests), seconds: Number(seconds) }];
  });
  return Object.fromEntries(entries);
}

/** The limits of a tenant. Its setting replaces the limits of the process that it names; `off` removes all. */
export function resolveRateLimits(processLimits: RateLimits, setting: string): RateLimits {
  if (setting === 'off') return {};
  return { ...processLimits, ...parseRateLimits(setting) };
}
