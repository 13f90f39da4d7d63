// checkin tenant chat set, off: the address that gets the chat messages of a tenant, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { setChatAddress } from '../../../src/features/notifications/channels/chat/set-address.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { readServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { withCaller } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { logToStderr, print } from '../output.ts';

export const define = { set: defineSet, off: defineOff };

function defineSet(command: Command): void {
  command.addOption(tenantOption()).action(async (url: string, { tenant }: { tenant: string }) => {
    await print(await setAddress(tenant, url));
    logToStderr(`Notifications of ${tenant} are sent to this address, signed with the secret above.`);
  });
}

function defineOff(command: Command): void {
  command.addOption(tenantOption()).action(async ({ tenant }: { tenant: string }) => {
    await setAddress(tenant, null);
    logToStderr(`No notifications of ${tenant} are sent to chat.`);
  });
}

/** Sets the address, or ends chat. @returns the secret */
function setAddress(slug: string, url: string | null): Promise<string> {
  return withCaller(slug, 'operator', async ({ own, config }) => {
    const receivers = {
      secrets: createSecretBox(await readServiceKeys(config)),
      allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow',
    };
    const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator: true };
    const changed = await setChatAddress(own, url, receivers, context);
    if (!changed) throw new Error('The tenant no longer exists.');
    return changed.secret;
  });
}
