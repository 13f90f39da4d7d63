// The secrets of webhooks: made, and used to sign.
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretBytes = 32;

/** Creates a secret as Standard Webhooks writes it. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** The headers of an event (Standard Webhooks 1.0.0), signed with each of the secrets. */
export function signEvent(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
