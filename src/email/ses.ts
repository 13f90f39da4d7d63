// The door to Amazon SES: one mail to one person, tried once, at the pace the account allows.
import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { withTimeout } from '../timeouts.ts';
import { formatAddressHeader } from './address.ts';
import { classifySesError, type Failure } from './classify-error.ts';
import { createRateLimiter } from './rate-limit.ts';

export type Mail = { to: string; toName?: string; subject: string; text: string; html: string; notificationId: string };

/**
 * How a sending ended. Only `uncertain` leaves open whether SES has taken the mail.
 * - `refused`: this mail will not be taken, now or later
 * - `throttled`: too fast for the account; try again soon
 * - `unavailable`: nobody's mail is taken at present
 * - `uncertain`: there was no clear answer; trying again may send it twice
 */
export type Delivery = { outcome: 'sent'; messageId: string } | Failure;

export type Mailer = {
  /** Sends once and never throws. Waits for its turn 5 s at most, then for the answer within the time limit. */
  send(mail: Mail, signal?: AbortSignal): Promise<Delivery>;
  /** Ends connections; to be called when nothing is being sent. */
  close(): void;
};

const maxWaitMs = 5_000;
const connectWithinMs = 3_000;
/** A connection that has been idle for longer may be gone, and a mail lost on it would leave its outcome open. */
const idle = { timeout: 4_000 };
const quotaWithinMs = 2_000;
const quotaTtlMs = 600_000;

/**
 * Opens the door; nothing is sent or asked before the first mail.
 *
 * @param options.endpoint another place than SES. Over plain http it is a local inbox, and is never shown real credentials
 * @param options.from an address, or `Name <address>`
 * @param options.ratePerSecond used until SES has told the account's own rate
 * @param options.timeoutMs for a request, from connecting to the end of the answer
 * @throws {Error} when `from` is no address
 */
export function openMailer(options: {
  region: string;
  endpoint?: string;
  from: string;
  ratePerSecond?: number;
  timeoutMs?: number;
}): Mailer {
  const { region, endpoint, from, ratePerSecond = 14, timeoutMs = 10_000 } = options;
  const [, name, address = from] = /^([^<]*)<([^<>]*)>$/.exec(from) ?? [];
  const sender = formatAddressHeader(address, name);
  if (!sender) throw new Error('The sender of mails is not an e-mail address.');
  const client = new SESv2Client({
    region,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idle, httpsAgent: idle },
    ...(endpoint ? { endpoint } : {}),
    ...(endpoint?.startsWith('http:') ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  const acquireSlot = createRateLimiter(maxWaitMs);
  let quota = { askedAt: -Infinity, rate: Promise.resolve(ratePerSecond) };

  const getRate = (): Promise<number> => {
    const now = performance.now();
    if (now - quota.askedAt > quotaTtlMs) quota = { askedAt: now, rate: fetchRate(quota.rate) };
    return quota.rate;
  };
  const fetchRate = async (before: Promise<number>): Promise<number> => {
    const getAccount = (abortSignal: AbortSignal) => client.send(new GetAccountCommand({}), { abortSignal });
    const account = await withTimeout(quotaWithinMs, undefined, getAccount).catch(() => undefined);
    const rate = account?.SendQuota?.MaxSendRate ?? 0;
    return rate > 0 ? rate : before;
  };
  const buildCommand = (mail: Mail, to: string) =>
    new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: mail.subject, Charset: 'UTF-8' },
          Body: { Text: { Data: mail.text, Charset: 'UTF-8' }, Html: { Data: mail.html, Charset: 'UTF-8' } },
          Headers: [{ Name: 'X-Notification-Id', Value: mail.notificationId }],
        },
      },
    });

  return {
    async send(mail, signal) {
      const to = formatAddressHeader(mail.to, mail.toName);
      if (!to) return { outcome: 'refused', reason: 'InvalidAddress' };
      try {
        const turn = await withTimeout(2 * maxWaitMs, signal, async (abortSignal) =>
          acquireSlot(await getRate(), abortSignal),
        );
        if (!turn) return { outcome: 'throttled', reason: 'OwnPace' };
      } catch {
        return { outcome: 'unavailable', reason: 'Aborted' };
      }
      try {
        const sendEmail = (abortSignal: AbortSignal) => client.send(buildCommand(mail, to), { abortSignal });
        const { MessageId: messageId } = await withTimeout(timeoutMs, signal, sendEmail);
        return messageId ? { outcome: 'sent', messageId } : { outcome: 'uncertain', reason: 'NoMessageId' };
      } catch (error) {
        return classifySesError(error);
      }
    },
    close: () => client.destroy(),
  };
}
