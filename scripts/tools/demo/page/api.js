// Calls the API: token, Idempotency-Key, a second attempt after a lost answer, and errors with their message.
import createClient from './openapi-fetch.js';

/** A refusal of the API, with its code and message; of problem details also the faults, each with its place in the body. */
export class Refusal extends Error {
  constructor({ code, detail, message = detail ?? 'The service does not answer as expected.', errors = [] }, status) {
    super(message);
    Object.assign(this, { code, status, faults: errors });
  }
}

let token = '';

/** Uses this token from now on. */
export function setToken(value) {
  token = value;
}

/** `await read(api.GET('/me'))` is the body of the answer. Paths and parameters are those of /openapi.json. */
export const api = createClient({ baseUrl: '/v1', fetch: send });

/** What nobody is signed in for any more is not asked, such as the second request of a screen that somebody has left. */
const signedOut = { code: 'UNAUTHENTICATED', message: 'You are signed out.' };

api.use({
  onRequest({ request }) {
    if (token === '') return Response.json(signedOut, { status: 401 });
    request.headers.set('Authorization', `Bearer ${token}`);
    if (request.method !== 'GET') request.headers.set('Idempotency-Key', crypto.randomUUID());
    return request;
  },
});

/** Repeats a request whose answer was lost. The Idempotency-Key of a write is the same, so it happens once. */
async function send(request) {
  const repeated = request.clone();
  try {
    return await fetch(request);
  } catch {
    return fetch(repeated).catch(() => {
      throw new Error('The service cannot be reached. Check the connection, then try again.');
    });
  }
}

/**
 * Returns the body of an answer.
 *
 * @throws {Refusal} with the message of the API
 */
export async function read(answer) {
  const { data, error, response } = await answer;
  if (error !== undefined || !response.ok) throw new Refusal(error || {}, response.status);
  return data;
}
