// Delivers the events of one webhook under its lease: round after round, while any are due and its turn lasts.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { ChangeEntry } from '../../platform/schema/changes.ts';
import { rolesThatHold } from '../../platform/permissions.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { inSpan, markFailed, parseOrigin, getTraceId } from '../../platform/telemetry/spans.ts';
import { isGone, judgeAttempt, streakPauseMs, type AttemptResult } from './attempts.ts';
import { maxPending } from './manage-webhooks.ts';
import { signEvent, type Send } from './send.ts';

export type DeliveryServices = {
  graph: GraphClient;
  secrets: SecretBox;
  send: Send;
  now: () => Date;
  log: Logger;
  /** Called with the status of a delivery after each attempt. */
  onAttempt?: (status: AttemptResult['status']) => void;
};
export type DueWebhook = { tenantId: string; webhookId: string };

/** The deliveries of a round are sent side by side; each is of another subject. */
const deliveriesPerRound = 8;
/** The changes that one round looks through. */
const changesPerRound = 200;
const failingDays = 5;
const dayMs = 24 * 60 * 60_000;

const logMessages: Record<AttemptResult['status'], string> = {
  delivered: 'webhook delivered',
  pending: 'webhook attempt failed, will retry',
  failed: 'webhook delivery failed',
};

type DueDelivery = {
  id: string;
  changeId: string;
  type: string;
  at: string;
  attempts: number;
  traceparent?: string;
} & Partial<Pick<ChangeEntry, 'subject' | 'changed' | 'orgRevision'>>;
type Round = {
  webhook: { url: string; secret: string; previousSecrets: string[] };
  due: DueDelivery[];
  hasMore: boolean;
};

/**
 * Sends what is due, unless another process holds the lease. A process that dies leaves the lease to expire; what it
 * sent but did not record is sent again.
 *
 * @param options.leaseMs longer than an attempt may take
 * @param options.turnMs no round begins later than this; other webhooks go first then
 */
export async function deliverDue(
  { graph: client, secrets, send, now, log, onAttempt }: DeliveryServices,
  { tenantId, webhookId }: DueWebhook,
  { leaseMs, turnMs, signal }: { leaseMs: number; turnMs: number; signal: AbortSignal },
): Promise<void> {
  const graph = client.bind({ tenantId });
  const lease = { webhookId, leaseId: randomUUID() };
  const webhookLog = log.child({ tenantId, webhookId });
  const endsAt = performance.now() + turnMs;
  do {
    const at = now();
    const round = await graph.write<Round>('webhooks/next_deliveries', {
      ...lease,
      now: at.toISOString(),
      leasedUntil: new Date(at.getTime() + leaseMs).toISOString(),
      limit: deliveriesPerRound,
      span: changesPerRound,
      maxPending,
    });
    if (!round) break; // leased by another process, disabled or deleted
    if (round.due.length === 0 && !round.hasMore) break;
    const results = await Promise.all(round.due.map((delivery) => attempt(round.webhook, delivery)));
    if (results.length > 0) await record(round.webhook.url, results);
  } while (!signal.aborted && performance.now() < endsAt);
  await graph.write('webhooks/release', { ...lease, now: now().toISOString(), maxPending });

  async function attempt(webhook: Round['webhook'], delivery: DueDelivery): Promise<AttemptResult> {
    const { id, changeId, attempts } = delivery;
    const started = now();
    const body = toBody(delivery);
    const opened = openSecrets(webhook);
    const ids = { 'checkin.tenant.id': tenantId, 'checkin.webhook.id': webhookId, 'checkin.event.type': delivery.type };
    const place = { isRoot: true, origin: parseOrigin(delivery.traceparent) }; // in the trace of the change
    const sent = await inSpan('deliver webhook', { ...place, attributes: ids }, async (span) => {
      if (opened) return send(webhook.url, signEvent(changeId, started, body, opened), body);
      markFailed(span, 'SECRET_UNREADABLE');
      return { error: 'SECRET_UNREADABLE' } as const;
    });
    const result = judgeAttempt(id, attempts + 1, sent, now());
    const { status, httpStatus, error } = result;
    onAttempt?.(status);
    webhookLog.info(
      {
        deliveryId: id,
        changeId,
        type: delivery.type,
        attempts: attempts + 1,
        httpStatus,
        error,
        traceId: getTraceId(delivery.traceparent),
        ms: now().getTime() - started.getTime(),
      },
      logMessages[status],
    );
    return result;
  }

  /** The secrets to sign with; null when the current one cannot be read. One before it that cannot be read is left out. */
  function openSecrets({ secret, previousSecrets }: Round['webhook']): string[] | null {
    const current = openSecret(secret, 'webhook secret cannot be decrypted; rotate it');
    if (current === null) return null;
    const message = 'previous webhook secret cannot be decrypted; it does not sign';
    const previous = previousSecrets.map((sealed) => openSecret(sealed, message));
    return [current, ...previous.filter((secret) => secret !== null)];
  }

  function openSecret(sealed: string, message: string): string | null {
    const secret = secrets.open(sealed);
    if (secret === null) webhookLog.error(message);
    return secret;
  }

  async function record(url: string, results: AttemptResult[]): Promise<void> {
    const at = now();
    const { host } = new URL(url);
    const hasSucceeded = results.some(({ status }) => status === 'delivered');
    const recorded = await graph.write<{ disabledReason?: string | null }>('webhooks/record_results', {
      ...lease,
      url,
      results,
      now: at.toISOString(),
      hasSucceeded,
      hasFailed: results.some(({ status }) => status !== 'delivered'),
      isGone: results.some(isGone),
      failingBefore: new Date(at.getTime() - failingDays * dayMs).toISOString(),
      streakBefore: new Date(at.getTime() - streakPauseMs).toISOString(),
      eventId: randomUUID(),
      permittedRoles: rolesThatHold('webhook:manage'),
      payloads: {
        gone: JSON.stringify({ host, reason: 'gone' }),
        failing: JSON.stringify({ host, reason: 'failing' }),
      },
    });
    const reason = recorded?.disabledReason;
    if (reason) webhookLog.warn({ reason }, 'webhook disabled');
  }
}

function toBody({ type, at, subject, changed, orgRevision }: DueDelivery): string {
  return JSON.stringify({ type, timestamp: at, data: subject ? { subject, changed, orgRevision } : {} });
}
