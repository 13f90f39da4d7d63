// Requests for access decisions as an application sends them: with a service's token, or with a person's.
import { send, type Sent, type Wire } from '../platform/http/wire.ts';
import { tokenOf, type Company } from './company.ts';
import type { Service } from './service.ts';

export type Entity = { type: string; id: string };
export type Decided = { decision: boolean; context?: Record<string, unknown> };

/** Every action, by type of the resource. */
export const actions = {
  user: [
    'chain:read',
    'board:read',
    'profile:read',
    'ai-insights:read',
    'manager:set',
    'profile:import',
    'summaries:read',
  ],
  summary: ['summary:read', 'summary:edit', 'summary:respond'],
  goal: ['goal:edit'],
  notification: ['notification:read'],
};

/** Sends a question; without `token` as a service of the tenant that may ask about anyone. */
export type AskDecision = (path: string, body: unknown, wire?: Wire & { token?: string }) => Promise<Sent>;

/** On a busy machine a request may be answered 503, as to any client; these are safe to repeat. */
const maxAttempts = 5;

/** The requests of a service of this tenant to `/access/v1/<path>`. */
export function decisionClient(api: Service, { tenantId }: Pick<Company, 'tenantId'>): AskDecision {
  const claims = { sub: 'service:intranet', tenant: tenantId, scope: 'access:evaluate' };
  const ask: AskDecision = async (path, body, { token, headers, ...wire } = {}) => {
    const authorization = `Bearer ${token ?? (await tokenOf(api, claims))}`;
    return send(api.url, `/access/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...wire,
    });
  };
  return async (...given) => {
    let answer = await ask(...given);
    for (let attempt = 1; answer.status === 503 && attempt < maxAttempts; attempt += 1) answer = await ask(...given);
    return answer;
  };
}
