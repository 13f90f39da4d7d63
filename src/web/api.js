// Calls the API: token, Idempotency-Key, a second attempt after a lost answer, and errors with their message.
import createClient from 'openapi-fetch';
import { t } from './language.js';
import { usualMessages } from './usual-messages.js';

/**
 * What the API says when it refuses. Problem details have `detail`, and the faults with their place in the body.
 *
 * @typedef {{ code?: string, message?: string, detail?: string, errors?: { pointer?: string, message: string }[] }} Refused
 */

/**
 * What a refusal says to the reader: the words of the page for its code, unless the API says more than it usually does.
 *
 * @param {Refused} refused
 */
function describe({ code = '', detail, message = detail }) {
  const known = /** @type {Readonly<Record<string, string>>} */ (t.refusals);
  const words = Object.hasOwn(known, code) ? known[code] : undefined;
  if (words !== undefined && (message === undefined || message === usualMessages[code])) return words;
  return message === undefined ? t.api.unexpected : t.api.says(message);
}

/** A refusal of the API, with its code and its words; of problem details also the faults, each with its place in the body. */
export class Refusal extends Error {
  /**
   * @param {Refused} refused
   * @param {number} status
   */
  constructor(refused, status) {
    super(describe(refused));
    const { code, errors = [] } = refused;
    this.code = code;
    this.status = status;
    this.faults = errors;
  }
}

let token = '';

/** Uses this token from now on. @param {string} value */
export function setToken(value) {
  token = value;
}

/**
 * `await read(api.GET('/me'))` is the body of the answer. Paths and parameters are those of /openapi.json.
 *
 * @type {import('openapi-fetch').Client<import('./api-types.d.ts').paths, 'application/json'>}
 */
export const api = createClient({ baseUrl: '/v1', fetch: send });

/** What nobody is signed in for any more is not asked, such as the second request of a screen that somebody has left. */
const signedOut = () => Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 });

api.use({
  onRequest({ request }) {
    if (token === '') return signedOut();
    request.headers.set('Authorization', `Bearer ${token}`);
    if (request.method !== 'GET') {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
      request.headers.set('Accept', 'application/json, application/problem+json'); // a refusal then names the fields
    }
    return request;
  },
});

/**
 * Repeats a request whose answer was lost. The Idempotency-Key of a write is the same, so it happens once.
 *
 * @param {Request} request
 */
async function send(request) {
  const repeated = request.clone();
  try {
    return await fetch(request);
  } catch {
    return fetch(repeated).catch(() => {
      throw new Error(t.api.unreachable);
    });
  }
}

/**
 * Returns the body of an answer.
 *
 * @template Body
 * @param {Promise<{ data?: Body, error?: unknown, response: Response }>} answer
 * @returns {Promise<NonNullable<Body>>}
 * @throws {Refusal} with the message of the API
 */
export async function read(answer) {
  const { data, error, response } = await answer;
  if (error !== undefined || !response.ok) throw new Refusal(error || {}, response.status);
  return /** @type {NonNullable<Body>} */ (data);
}
