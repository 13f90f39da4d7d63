// What SES says about a mail that was sent: a bounce for good, or a complaint.
import { Type, type Static } from '@sinclair/typebox';
import { compileValidator } from '../schema/validation.ts';

const Text = Type.String();
/** As a configuration set publishes it (`eventType`), or an identity with the original headers (`notificationType`). */
const Feedback = Type.Object({
  eventType: Type.Optional(Text),
  notificationType: Type.Optional(Text),
  bounce: Type.Optional(Type.Object({ bounceType: Text })),
  complaint: Type.Optional(Type.Object({ complaintFeedbackType: Type.Optional(Type.Union([Text, Type.Null()])) })),
  mail: Type.Object({
    destination: Type.Array(Text, { minItems: 1, maxItems: 1 }),
    headers: Type.Array(Type.Object({ name: Text, value: Text })),
  }),
});
const check = compileValidator(Feedback);

/** `link` is the last segment of the address in List-Unsubscribe, which names the person. */
export type EmailFeedback = { reason: 'bounce' | 'complaint'; address: string; link: string };

/** Returns null for all that ends no e-mails: other events, passing bounces, mails of other programs. */
export function readFeedback(text: string): EmailFeedback | null {
  const parsed = parse(text);
  if (check(parsed) !== null) return null;
  const { eventType, notificationType, bounce, complaint, mail } = parsed as Static<typeof Feedback>;
  const kind = eventType ?? notificationType;
  const isBounce = kind === 'Bounce' && bounce?.bounceType === 'Permanent';
  const isComplaint = kind === 'Complaint' && complaint?.complaintFeedbackType !== 'not-spam';
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe');
  const [, link] = /\/([^/\s<>]+)>/.exec(header?.value ?? '') ?? [];
  if (!link || !(isBounce || isComplaint)) return null;
  const [destination = ''] = mail.destination;
  const [, address = destination] = /<([^<>]*)>\s*$/.exec(destination) ?? [];
  return { reason: isBounce ? 'bounce' : 'complaint', address, link };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // SES greets a new topic with a sentence
  }
}
