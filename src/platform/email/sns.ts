// Messages of Amazon SNS: their shape, and whether they are signed by the topic's region.
import { verify } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { stringEnum, Uuid } from '../schema/values.ts';

const Text = Type.String({ maxLength: 2_000 });

/** A message as it is posted. SNS may add fields. */
export const SnsMessage = Type.Object({
  Type: stringEnum('Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'),
  MessageId: Uuid,
  TopicArn: Text,
  Subject: Type.Optional(Text),
  Message: Type.String(),
  Timestamp: Type.String({ format: 'instant', maxLength: 40 }),
  Token: Type.Optional(Text),
  SubscribeURL: Type.Optional(Text),
  SignatureVersion: stringEnum('1', '2'),
  Signature: Text,
  SigningCertURL: Text,
});
export type SnsMessage = Static<typeof SnsMessage>;

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;
const digests = { 1: 'sha1', 2: 'sha256' };
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/;
const maxCertificates = 4;
/** Messages that wait for a download. Anybody may send messages that name another certificate each. */
const maxWaiting = 8;
/** A message is repeated for an hour. Older ones are refused; it is known for a day which were processed. */
const maxAgeMs = 12 * 60 * 60_000;

/** Whether an address is of SNS in the region of a topic. */
export function isOfRegion(address: string | undefined, topicArn: string): boolean {
  const [, partition, , region = ''] = topicArn.split(':');
  const origin = `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
  return URL.canParse(address ?? '') && new URL(address ?? '').origin === origin;
}

/**
 * Creates the check of messages of a topic.
 *
 * @param read reads a certificate
 * @returns rejects when the certificate cannot be read
 */
export function createSnsCheck(
  topicArn: string,
  read: (url: string) => Promise<string>,
): (message: SnsMessage, now: Date) => Promise<boolean> {
  const certificates = new LRUCache<string, string>({ max: maxCertificates });
  const limit = pLimit(1);
  /** Downloads one certificate at a time. A message whose certificate is known waits for none. */
  async function readCertificate(url: string): Promise<string> {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    if (limit.pendingCount >= maxWaiting) throw new Error('Too many messages wait for a certificate.');
    return limit(async () => {
      const certificate = certificates.get(url) ?? (await read(url));
      certificates.set(url, certificate);
      return certificate;
    });
  }

  return async (message, now) => {
    const { TopicArn, SigningCertURL: url, Signature, SignatureVersion, Timestamp } = message;
    const isCurrent = now.getTime() - Date.parse(Timestamp) < maxAgeMs;
    if (TopicArn !== topicArn || !isCurrent || !isOfRegion(url, topicArn)) return false;
    const { pathname, search, hash } = new URL(url);
    if (!certificatePath.test(pathname) || search || hash) return false;
    const certificate = await readCertificate(url);
    const signed = signedFields[message.Type].flatMap((name) =>
      message[name] === undefined ? [] : `${name}\n${message[name]}\n`,
    );
    try {
      return verify(
        digests[SignatureVersion],
        Buffer.from(signed.join('')),
        certificate,
        Buffer.from(Signature, 'base64'),
      );
    } catch {
      return false; // what was read is no certificate
    }
  };
}
