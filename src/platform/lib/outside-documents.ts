// Reads a document at an address that a customer chose.
import http from 'node:http';
import { createRequestStarter, findUrlFault, type OutsideOptions } from './outside-addresses.ts';

const defaultMaxBytes = 1_000_000;

/**
 * Creates a function that reads a document of at most `maxBytes`.
 *
 * @throws {Error} (the function) if the address is refused, or there is no answer of status 200 within the time. The message
 *   is a sentence for whoever chose the address: nobody learns from it how a name resolves, or what answers inside
 */
export function createReader({
  timeoutMs,
  maxBytes = defaultMaxBytes,
  ...options
}: OutsideOptions): (url: string) => Promise<string> {
  const start = createRequestStarter(options);
  return async (text) => {
    const fault = findUrlFault(text, options);
    if (fault !== null) throw new Error(`The address ${fault}.`);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = start(new URL(text), { method: 'GET', headers: { accept: 'application/json' }, signal });
      request.on('response', resolve).on('error', reject);
      request.on('close', () => reject(new Error('The request was closed.'))); // later than either, this has no effect
      request.end();
    }).catch(failUnreachable);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`It answers with status ${response.statusCode}.`);
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const part of response as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > maxBytes) break; // leaving the loop closes the connection
        parts.push(part);
      }
    } catch (error) {
      failUnreachable(error);
    }
    if (bytes > maxBytes) throw new Error('Its answer is too long.');
    return Buffer.concat(parts).toString();
  };
}

function failUnreachable(cause: unknown): never {
  throw new Error('It gives no answer at a public address.', { cause });
}
