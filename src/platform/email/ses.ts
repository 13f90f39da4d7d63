// Sends e-mails through Amazon SES: one recipient, one attempt, within the rate limit of the account.
import { setTimeout as delay } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { inSpan } from '../telemetry/spans.ts';
import { runAtMost } from '../lib/timeouts.ts';
import { classifySesError, type Failure } from './classify-error.ts';

/** `unsubscribeUrl` ends e-mails of this kind when it is sent a POST (RFC 8058); null where nobody can end them. */
export type Mail = {
  to: string;
  toName?: string;
  subject: string;
  text: string;
  html: string;
  notificationId: string;
  unsubscribeUrl: string | null;
};

/**
 * The result of an attempt. `uncertain` means that SES may have accepted the e-mail.
 * - `refused`: SES will never accept this e-mail
 * - `throttled`: the rate limit is exceeded; retry soon
 * - `unavailable`: SES accepts no e-mails at the moment
 * - `uncertain`: there was no clear response; a retry may send the e-mail twice
 */
type Delivery = { outcome: 'sent'; messageId: string } | Failure;

export type Mailer = ReturnType<typeof openMailer>;

const maxWaitMs = 5_000;
const connectWithinMs = 3_000;
/** SES may have closed a connection that was idle for longer; an e-mail sent on it would be `uncertain`. */
const idleTimeout = { timeout: 4_000 };
const quotaWithinMs = 2_000;
const quotaTtlMs = 600_000;
/** The attributes name neither the recipient nor the text. */
const spanOptions = {
  kind: 'client',
  attributes: { 'rpc.system.name': 'aws-api', 'rpc.method': 'SESv2/SendEmail' },
} as const;

/**
 * Opens the mailer. It sends no request before the first e-mail.
 *
 * @param options.endpoint replaces the endpoint of SES. An http URL is a local inbox: it gets fixed credentials, never
 *   real ones
 * @param options.from an address, or `Name <address>`
 * @param options.ratePerSecond used until SES has returned the rate of the account; the default is what a new account gets
 * @param options.timeoutMs limit of a request, from connecting to the end of the response
 * @throws {Error} if `from` is not an address
 */
export function openMailer(options: {
  region: string;
  endpoint?: string;
  from: string;
  ratePerSecond?: number;
  timeoutMs?: number;
}) {
  const { region, endpoint, from, ratePerSecond = 14, timeoutMs = 10_000 } = options;
  const [, name, address = from] = /^([^<]*)<([^<>]*)>$/.exec(from) ?? [];
  const sender = formatAddressHeader(address, name);
  if (!sender) throw new Error('The sender of e-mails is not an e-mail address.');
  const client = new SESv2Client({
    region,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idleTimeout, httpsAgent: idleTimeout },
    ...(endpoint ? { endpoint } : {}),
    ...(endpoint?.startsWith('http:') ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  let nextSlot = 0;
  let quota = { fetchedAt: -Infinity, rate: Promise.resolve(ratePerSecond) };

  const getRate = (): Promise<number> => {
    const now = performance.now();
    if (now - quota.fetchedAt > quotaTtlMs) quota = { fetchedAt: now, rate: fetchRate(quota.rate) };
    return quota.rate;
  };
  const fetchRate = async (before: Promise<number>): Promise<number> => {
    const getAccount = (abortSignal: AbortSignal) => client.send(new GetAccountCommand({}), { abortSignal });
    const account = await runAtMost(quotaWithinMs, undefined, getAccount).catch(() => undefined);
    const rate = account?.SendQuota?.MaxSendRate ?? 0;
    return rate > 0 ? rate : before;
  };
  /**
   * Waits for the next slot. They come at even intervals, so that no second has more than the rate allows.
   *
   * @returns false, without waiting, if the wait would be too long
   */
  const acquireSlot = async (signal: AbortSignal): Promise<boolean> => {
    const rate = await getRate();
    const now = performance.now();
    const slot = Math.max(nextSlot, now);
    if (slot - now > maxWaitMs) return false;
    nextSlot = slot + 1000 / rate;
    await delay(slot - now, undefined, { signal });
    return true;
  };
  const buildCommand = (mail: Mail, to: string) =>
    new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: mail.subject, Charset: 'UTF-8' },
          Body: { Text: { Data: mail.text, Charset: 'UTF-8' }, Html: { Data: mail.html, Charset: 'UTF-8' } },
          Headers: [
            { Name: 'X-Notification-Id', Value: mail.notificationId },
            { Name: 'Auto-Submitted', Value: 'auto-generated' }, // RFC 3834: no vacation notice answers it
            { Name: 'X-Auto-Response-Suppress', Value: 'All' }, // the same for Exchange
            ...(mail.unsubscribeUrl === null
              ? []
              : [
                  { Name: 'List-Unsubscribe', Value: `<${mail.unsubscribeUrl}>` },
                  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
                ]),
          ],
        },
      },
    });

  return {
    /** Sends once and never throws. Waits at most 10 s for rate and slot, then at most `timeoutMs` for the response. */
    async send(mail: Mail, signal?: AbortSignal): Promise<Delivery> {
      const to = formatAddressHeader(mail.to, mail.toName);
      if (!to) return { outcome: 'refused', reason: 'InvalidAddress' };
      try {
        const hasSlot = await runAtMost(2 * maxWaitMs, signal, acquireSlot);
        if (!hasSlot) return { outcome: 'throttled', reason: 'OwnPace' };
      } catch {
        return { outcome: 'unavailable', reason: 'Aborted' };
      }
      try {
        const sendEmail = (abortSignal: AbortSignal) => client.send(buildCommand(mail, to), { abortSignal });
        const { MessageId: messageId } = await inSpan('SESv2.SendEmail', spanOptions, () =>
          runAtMost(timeoutMs, signal, sendEmail),
        );
        return messageId ? { outcome: 'sent', messageId } : { outcome: 'uncertain', reason: 'NoMessageId' };
      } catch (error) {
        return classifySesError(error);
      }
    },
    /** Closes the connections. Call it when nothing is being sent. */
    close: (): void => client.destroy(),
  };
}

const addressPattern = /^([^\s<>()[\]\\,;:"@]{1,64})@([^\s<>()[\]\\,;:"@/?#%]{1,255})$/;
const plainName = /^[ -~]*$/;
/** An encoded word has at most 75 characters (RFC 2047): 45 bytes in base64 and 12 characters around them. */
const maxEncodedWordBytes = 45;

/**
 * Formats an address and its name for a header: `"O'Neil, Ada" <ada@example.org>`. A name that is not ASCII becomes
 * encoded words (RFC 2047), a domain that is not ASCII becomes Punycode.
 *
 * @returns null if `address` is not exactly one address
 */
export function formatAddressHeader(address: string, name = ''): string | null {
  const [, local, domain = ''] = addressPattern.exec(address.trim()) ?? [];
  const host = domainToASCII(domain);
  if (!local || !host) return null;
  const displayName = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  if (!displayName) return `${local}@${host}`;
  const phrase = plainName.test(displayName) ? `"${displayName.replace(/["\\]/g, '\\$&')}"` : encodeWords(displayName);
  return `${phrase} <${local}@${host}>`;
}

function encodeWords(text: string): string {
  const words: string[] = [''];
  for (const character of text.toWellFormed()) {
    const extended = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(extended) > maxEncodedWordBytes) words.push(character);
    else words[words.length - 1] = extended;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
