// The door to Amazon SES: one mail to one person, tried once, at the pace the account allows.
import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { within } from '../timeouts.ts';
import { headerAddress } from './address.ts';
import { verdictOf, type Failure } from './classify-error.ts';
import { paced } from './rate-limit.ts';

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

const longestWaitMs = 5_000;
const connectWithinMs = 3_000;
/** A connection that has been idle for longer may be gone, and a mail lost on it would leave its outcome open. */
const idle = { timeout: 4_000 };
const quotaWithinMs = 2_000;
const quotaHoldsMs = 600_000;

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
  const sender = headerAddress(address, name);
  if (!sender) throw new Error('The sender of mails is not an e-mail address.');
  const client = new SESv2Client({
    region,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idle, httpsAgent: idle },
    ...(endpoint ? { endpoint } : {}),
    ...(endpoint?.startsWith('http:') ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  const takeTurn = paced(longestWaitMs);
  let quota = { askedAt: -Infinity, rate: Promise.resolve(ratePerSecond) };

  const currentRate = (): Promise<number> => {
    const now = performance.now();
    if (now - quota.askedAt > quotaHoldsMs) quota = { askedAt: now, rate: askRate(quota.rate) };
    return quota.rate;
  };
  const askRate = async (before: Promise<number>): Promise<number> => {
    const ask = (abortSignal: AbortSignal) => client.send(new GetAccountCommand({}), { abortSignal });
    const account = await within(quotaWithinMs, undefined, ask).catch(() => undefined);
    const rate = account?.SendQuota?.MaxSendRate ?? 0;
    return rate > 0 ? rate : before;
  };
  const commandOf = (mail: Mail, to: string) =>
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
      const to = headerAddress(mail.to, mail.toName);
      if (!to) return { outcome: 'refused', reason: 'InvalidAddress' };
      try {
        const turn = await within(2 * longestWaitMs, signal, async (ended) => takeTurn(await currentRate(), ended));
        if (!turn) return { outcome: 'throttled', reason: 'OwnPace' };
      } catch {
        return { outcome: 'unavailable', reason: 'Aborted' };
      }
      try {
        const ask = (abortSignal: AbortSignal) => client.send(commandOf(mail, to), { abortSignal });
        const { MessageId: messageId } = await within(timeoutMs, signal, ask);
        return messageId ? { outcome: 'sent', messageId } : { outcome: 'uncertain', reason: 'NoMessageId' };
      } catch (error) {
        return verdictOf(error);
      }
    },
    close: () => client.destroy(),
  };
}
