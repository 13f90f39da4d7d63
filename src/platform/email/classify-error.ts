// Classifies errors of SES: is a retry useful, and may the e-mail have been sent already?

/** How an attempt to send an e-mail can end; `stopped`: nothing is sent to the address after a bounce or complaint. */
export const emailOutcomes = ['sent', 'stopped', 'refused', 'throttled', 'unavailable', 'uncertain'] as const;
export type EmailOutcome = (typeof emailOutcomes)[number];
export type Failure = { outcome: Exclude<EmailOutcome, 'sent' | 'stopped'>; reason: string };

type SdkError = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number };
};

const throttlingErrors = /^(TooManyRequests|LimitExceeded|Throttl|RequestLimitExceeded)/;
/** About the account, its sender or its settings, not about one e-mail. */
const unavailableErrors = /^(AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound)/;
const sesErrors = /^(MessageRejected|ValidationError|\w+Exception)$/;
const connectionErrors =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CredentialsProviderError|TimeoutError)$/;

/**
 * Classifies an error of the SDK.
 * - With a response, SES has not accepted the e-mail. The refusal is final only if it carries an error code of SES: the
 *   error page of a proxy says nothing about the e-mail. A refusal of the account or of its sender is an outage; that of
 *   an address that is not verified (the sender, or any in the sandbox of SES) is told by its message alone.
 * - Without a response, the e-mail was not sent if no connection was established (the SDK uses TimeoutError only for
 *   this). Otherwise it may have been sent.
 *
 * @returns `reason` is an error code of SES or of the network, never a message: messages may contain an address
 */
export function classifySesError(error: unknown): Failure {
  const { name, message, code, $metadata, $response } = error as SdkError;
  const reason = typeof code === 'string' ? code : name;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined)
    return { outcome: connectionErrors.test(reason) ? 'unavailable' : 'uncertain', reason: sanitizeReason(reason) };
  return {
    outcome: /\bnot verified\b/.test(message) ? 'unavailable' : classifyOutcome(status, reason),
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
