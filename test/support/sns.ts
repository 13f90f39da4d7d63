// Amazon SNS as the API sees it: signed messages of a topic, and what is read from its addresses.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { SnsMessage } from '../../src/platform/email/sns.ts';
import type { Received } from './inbox.ts';
import { friday } from './service.ts';

export const topicArn = 'arn:aws:sns:eu-central-1:123456789012:ses-feedback';
export const sns = 'https://sns.eu-central-1.amazonaws.com';
export const certificateUrl = `${sns}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const certificate = publicKey.export({ type: 'spki', format: 'pem' });

/** A signed message; what is changed afterwards is not signed. */
export function signedMessage(change: Partial<SnsMessage> = {}): SnsMessage {
  const message = {
    Type: 'Notification' as const,
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Message: 'Hello',
    Timestamp: friday,
    SignatureVersion: '2' as const,
    SigningCertURL: certificateUrl,
    Signature: '',
    ...change,
  };
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  const text = names.flatMap((name) => (message[name] === undefined ? [] : `${name}\n${message[name]}\n`)).join('');
  return { ...message, Signature: sign('sha256', Buffer.from(text), privateKey).toString('base64') };
}

/** What SES publishes about a mail. */
export const aboutMail = (
  kind: string,
  { headers, destination }: Pick<Received, 'headers' | 'destination'>,
  more = {},
) =>
  JSON.stringify({
    eventType: kind,
    ...more,
    mail: {
      timestamp: friday,
      messageId: '0100018b-example',
      destination: destination.to,
      headersTruncated: false,
      headers: [{ name: 'From', value: 'check-in@team.example' }, ...headers],
    },
  });
