// Takes what SES says about mails, by the SNS topic that it publishes to. The signature of SNS stands for a token.
import Router from '@koa/router';
import type { Logger } from 'pino';
import { readFeedback } from '../../platform/email/feedback.ts';
import { createSnsCheck, isOfRegion, SnsMessage } from '../../platform/email/sns.ts';
import { fail } from '../../platform/errors.ts';
import { compileValidator } from '../../platform/schema/validation.ts';
import type { NotificationPayload } from './registry.ts';
import type { UnsubscribeLinks } from '../../platform/secrets/unsubscribe-links.ts';
import { readJson } from '../../platform/http/request/body.ts';

export type EmailEventSource = {
  topicArn: string;
  /** Reads a certificate, or confirms a subscription. */
  read: (url: string) => Promise<string>;
};
export type EmailReport = {
  /** The same when the report is repeated. */
  id: string;
  tenantId: string;
  userId: string;
  /** Where the mail went. Nothing changes if the person has another address now. */
  address: string;
  reason: NotificationPayload<'email.stopped'>['reason'];
  now: string;
};
type Services = {
  source: EmailEventSource;
  /** Ends e-mails to the address, once; whether it did. */
  stopEmails: (report: EmailReport) => Promise<boolean>;
  unsubscribeLinks: UnsubscribeLinks;
  now: () => Date;
  log: Logger;
};

const maxBytes = 256 * 1024; // as SNS has it
const check = compileValidator(SnsMessage);

/** Creates the route `POST <prefix>/email-events`. */
export function createEmailEventRoutes(
  prefix: string,
  { source, stopEmails, unsubscribeLinks, now, log }: Services,
): Router {
  const { topicArn, read } = source;
  const isSigned = createSnsCheck(topicArn, read);
  const router = new Router();
  router.post(`${prefix}/email-events`, async (ctx) => {
    const body = await readJson(ctx, maxBytes, ['application/json', 'text/plain']);
    const fault = check(body);
    if (fault !== null) fail('VALIDATION_ERROR', fault);
    const message = body as SnsMessage;
    const { Type: type, MessageId: messageId, SubscribeURL: subscribeUrl = '' } = message;
    const unavailable = (error: unknown): never => {
      log.warn({ err: error, messageId }, 'SNS cannot be reached');
      return fail('AUTH_UNAVAILABLE', 'SNS cannot be reached right now; send this again.');
    };
    if (!(await isSigned(message, now()).catch(unavailable)))
      fail('FORBIDDEN', 'This is no signed message of the topic that this service listens to.');
    if (type === 'SubscriptionConfirmation' && isOfRegion(subscribeUrl, topicArn)) {
      await read(subscribeUrl).catch(unavailable);
      log.info({ messageId }, 'subscription to SNS confirmed');
    }
    const feedback = type === 'Notification' ? readFeedback(message.Message) : null;
    const person = feedback && unsubscribeLinks.open(feedback.link);
    if (feedback && person) {
      const { tenantId, userId } = person;
      const { reason, address } = feedback;
      const isStopped = await stopEmails({
        id: messageId,
        tenantId,
        userId,
        address,
        reason,
        now: now().toISOString(),
      });
      log.info({ messageId, tenantId, subjectId: userId, reason, isStopped }, 'mail feedback');
    }
    ctx.status = 200;
    ctx.body = '';
  });
  return router;
}
