// Requests with headers of one's choice: Idempotency-Key, If-Match, If-None-Match.
import { send, type Sent } from '../platform/http/wire.ts';
import type { Company } from './company.ts';
import type { Service } from './service.ts';

export type Requested = Sent & { body: Record<string, unknown> };
export type Ask = (
  method: string,
  path: string,
  headers?: Record<string, string | string[]>,
  body?: unknown,
) => Promise<Requested>;

/** Requests of a person, by the token that `sign` returns. */
export function asker(api: Pick<Service, 'url'>, sign: () => Promise<string>): Ask {
  let token: Promise<string> | undefined;
  return async (method, path, headers = {}, body) => {
    const isRaw = Buffer.isBuffer(body);
    const sent = await send(api.url, `/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await (token ??= sign())}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    });
    return sent as Requested;
  };
}

/** Requests of a person of a company. */
export const askAs = (api: Pick<Service, 'url'>, company: Company, name: string): Ask =>
  asker(api, () => company.token(name));
