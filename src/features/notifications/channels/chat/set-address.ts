// Sets the address of the company that gets the chat messages, or ends them, for an admin or the operator.
import { rolesThatHold } from '../../../../platform/access/permissions.ts';
import { failInvalid } from '../../../../platform/errors.ts';
import type { Graph } from '../../../../platform/graph/client.ts';
import { findUrlFault } from '../../../../platform/lib/outside-addresses.ts';
import { createNotice } from '../../../../platform/notifications/notices.ts';
import { organisationNotifications } from '../../../organisation/notifications.ts';
import { createWebhookSecret, type WebhookSettings } from '../../../webhooks/manage-webhooks.ts';

/**
 * Sets the address with a new secret, which is stored encrypted; null ends chat. The admins and the People Team are told: what is sent
 * there names people, and says to whom it goes.
 *
 * @returns null if the caller may not; `isAlone` if nothing was changed because an admin sets it who needs a second one
 * @throws {ApiError} VALIDATION_ERROR for an address to which nothing is sent
 */
export async function setChatAddress(
  graph: Pick<Graph, 'write'>,
  url: string | null,
  { secrets, allowLoopback }: WebhookSettings,
  { now, newId, asOperator }: { now: string; newId: () => string; asOperator: boolean },
): Promise<{ isAlone: boolean; secret: string } | null> {
  const fault = url === null ? null : findUrlFault(url, { allowLoopback });
  if (fault !== null) return failInvalid([{ pointer: '/url', message: `url ${fault}.` }]);
  const secret = createWebhookSecret();
  const auditId = newId();
  const by = asOperator ? ('operator' as const) : ('admin' as const);
  const payload = { settings: ['chat'], by };
  const changed = await graph.write<{ isAlone: boolean }>('notifications/set_chat', {
    auditId,
    url,
    host: url === null ? '' : new URL(url).host,
    secret: secrets.seal(secret),
    notice: {
      ...createNotice(organisationNotifications, 'org.rules_changed', payload),
      eventId: auditId,
      namesCaller: true,
    },
    now,
    asOperator,
    permittedRoles: rolesThatHold('chat:manage'),
  });
  return changed && { ...changed, secret };
}
