// The id of a request, which its log line, its answer and its problem details have in common.
import { randomUUID } from 'node:crypto';
import { accessPrefix } from './authzen-metadata.ts';

const plainId = /^[\w-]{8,64}$/;

/**
 * Returns the id of a request, and the header X-Request-Id of its answer. Both are the id that the client sent, if it is
 * plain. The AuthZEN profile wants the header back as it was sent, also where it is too odd for the log.
 *
 * @param sent the header X-Request-Id of the request, empty if there is none
 * @param path of the request; it may have a query string
 */
export function chooseRequestId(sent: string, path: string): { requestId: string; header: string } {
  const requestId = plainId.test(sent) ? sent : randomUUID();
  return { requestId, header: (path.startsWith(accessPrefix) && sent) || requestId };
}
