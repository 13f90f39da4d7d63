// What an error of a sending means: who may try again, and whether the mail could be on its way already.

export type Failure = { outcome: 'refused' | 'throttled' | 'unavailable' | 'uncertain'; reason: string };

type SdkError = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number };
};

const tooFast = /^(TooManyRequests|LimitExceeded|Throttl|RequestLimitExceeded)/;
const notNow = /^(AccountSuspended|SendingPaused)/;
const namedBySes = /^(MessageRejected|ValidationError|\w+Exception)$/;
const neverLeft = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CredentialsProviderError|TimeoutError)$/;

/**
 * Sorts an error of the SDK. An answer with an error in it means that SES has not taken the mail; it is final only when
 * SES names the fault, for a proxy's page says nothing about the mail. Without an answer the mail was not taken when no
 * connection came about (the SDK's own TimeoutError is for that), and may have been otherwise.
 *
 * @returns the reason is a code of SES or of the network, never its message, which may hold an address
 */
export function verdictOf(error: unknown): Failure {
  const { name, code, $metadata, $response } = error as SdkError;
  const said = typeof code === 'string' ? code : name;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined)
    return { outcome: neverLeft.test(said) ? 'unavailable' : 'uncertain', reason: wordOf(said) };
  return { outcome: outcomeOf(status, said), reason: namedBySes.test(said) ? wordOf(said) : `Http${status}` };
}

function outcomeOf(status: number, said: string): Failure['outcome'] {
  if (status === 429 || tooFast.test(said)) return 'throttled';
  if (notNow.test(said) || [401, 403, 408, 500, 503].includes(status)) return 'unavailable';
  if (status < 400 || status >= 500) return 'uncertain';
  return namedBySes.test(said) ? 'refused' : 'unavailable';
}

const wordOf = (said: string): string => (/^[A-Za-z]\w{0,79}$/.test(said) ? said : 'Unknown');
