// What an error of a sending means: who may try again, and whether the mail could be on its way already.

export type Failure = { outcome: 'refused' | 'throttled' | 'unavailable' | 'uncertain'; reason: string };

type SdkError = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number };
};

const throttlingErrors = /^(TooManyRequests|LimitExceeded|Throttl|RequestLimitExceeded)/;
const unavailableErrors = /^(AccountSuspended|SendingPaused)/;
const sesErrors = /^(MessageRejected|ValidationError|\w+Exception)$/;
const connectionErrors =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CredentialsProviderError|TimeoutError)$/;

/**
 * Sorts an error of the SDK. An answer with an error in it means that SES has not taken the mail; it is final only when
 * SES names the fault, for a proxy's page says nothing about the mail. Without an answer the mail was not taken when no
 * connection came about (the SDK's own TimeoutError is for that), and may have been otherwise.
 *
 * @returns the reason is a code of SES or of the network, never its message, which may hold an address
 */
export function classifySesError(error: unknown): Failure {
  const { name, code, $metadata, $response } = error as SdkError;
  const reason = typeof code === 'string' ? code : name;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined)
    return { outcome: connectionErrors.test(reason) ? 'unavailable' : 'uncertain', reason: sanitizeReason(reason) };
  return {
    outcome: classifyOutcome(status, reason),
    reason: sesErrors.test(reason) ? sanitizeReason(reason) : `Http${status}`,
  };
}

function classifyOutcome(status: number, reason: string): Failure['outcome'] {
  if (status === 429 || throttlingErrors.test(reason)) return 'throttled';
  if (unavailableErrors.test(reason) || [401, 403, 408, 500, 503].includes(status)) return 'unavailable';
  if (status < 400 || status >= 500) return 'uncertain';
  return sesErrors.test(reason) ? 'refused' : 'unavailable';
}

const sanitizeReason = (reason: string): string => (/^[A-Za-z]\w{0,79}$/.test(reason) ? reason : 'Unknown');
