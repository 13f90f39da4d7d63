// The body of an error response: {code, message}, or problem details (RFC 9457) for clients whose Accept header names them.
import { getMessage, type ApiError } from '../../errors.ts';

export const problemType = 'application/problem+json';

/** Where the codes are explained; `type` of a problem refers to it. */
export const errorsPath = '/docs/errors';

/**
 * Builds the body of an error response.
 *
 * @param accept the Accept header; wildcards do not count, because clients send them without expecting problem details
 * @param requestId identifies the occurrence, as X-Request-Id does
 */
export function buildErrorBody(error: ApiError, accept: string, requestId?: string): { type: string; text: string } {
  const { code, message } = error;
  if (!namesProblem(accept)) return { type: 'application/json', text: JSON.stringify({ code, message }) };
  const problem = {
    type: `${errorsPath}#${code}`,
    title: getMessage(code),
    status: error.status,
    detail: message,
    code,
    ...(requestId !== undefined && { instance: `urn:x-request-id:${requestId}` }),
    ...(error.faults.length > 0 && { errors: error.faults }),
  };
  return { type: problemType, text: JSON.stringify(problem) };
}

/** Whether a media range of an Accept header is the type of problem details, and not with `q=0`. */
function namesProblem(accept: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === problemType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
