// How identity providers are asked: as webhooks are sent, and no longer than for the keys of our own tokens.
import type { Config } from '../../platform/config/config.ts';
import { maxDocumentBytes } from '../../platform/http/caller/accepted-keys.ts';
import { answerWithinMs } from '../../platform/http/caller/token-keys.ts';
import { createReader } from '../../platform/lib/outside-documents.ts';
import type { IdentitySettings } from './manage-providers.ts';

/** WEBHOOKS_TO_LOOPBACK decides whether they may be on this machine. */
export function openIdentitySettings({ WEBHOOKS_TO_LOOPBACK }: Pick<Config, 'WEBHOOKS_TO_LOOPBACK'>): IdentitySettings {
  const allowLoopback = WEBHOOKS_TO_LOOPBACK === 'allow';
  return {
    allowLoopback,
    read: createReader({ allowLoopback, timeoutMs: answerWithinMs, maxBytes: maxDocumentBytes }),
  };
}
