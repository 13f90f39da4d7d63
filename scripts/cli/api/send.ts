// Sends requests to the API, each with a time limit, and says in words why there is no answer. No message has the token.
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export type Sent = { method: Method; headers: Headers; body?: string | Buffer | FormData };
export type Sender = {
  /** Resolves with whatever the API answers, also a refusal. */
  send: (to: URL, sent: Sent) => Promise<Response>;
  /** Runs work that reads an answer. @throws {Error} in words if it breaks off or takes too long */
  reading: <T>(work: () => Promise<T>) => Promise<T>;
};

/** The largest answer that is kept as a whole; others are passed on as they come. */
export const mostBytes = 64 * 1024 * 1024;

/** @param seconds how long an answer may take to its end */
export function createSender(api: string, seconds: number): Sender {
  const reading: Sender['reading'] = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw describeFailure(error, api, seconds);
    }
  };
  return {
    reading,
    send: (to, sent) =>
      reading(() => fetch(to, { ...sent, redirect: 'manual', signal: AbortSignal.timeout(seconds * 1_000) })),
  };
}

/** Thrown when nobody knows whether a change was made. */
export class NoAnswer extends Error {}

function describeFailure(error: unknown, api: string, seconds: number): unknown {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError')
    return new NoAnswer(`The API at ${api} did not answer within ${seconds} s.`, { cause: error });
  if (!(error instanceof TypeError) || !cause) return error;
  if (message === 'terminated') return new NoAnswer(`The answer of the API at ${api} broke off.`, { cause: error });
  return new NoAnswer(`The API at ${api} does not answer (${cause.code ?? cause.message}).`, { cause: error });
}

/** The body of an answer as it comes. */
export const bytesOf = ({ body }: Response): AsyncIterable<Uint8Array> =>
  (body ?? new Blob([]).stream()) as AsyncIterable<Uint8Array>;

/** Reads an answer as a whole. @throws {Error} if it is too large */
export async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of bytesOf(answer)) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error('The answer is larger than 64 MB: take it without --jq, into a file.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
