// The command `webhook listen`: events verified at a terminal.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createWebhookSecret } from '../../src/features/webhooks/manage-webhooks.ts';
import { signEvent } from '../../src/features/webhooks/send.ts';
import { shell } from '../support/shell.ts';

const { run, start } = shell();

describe('checkin webhook', () => {
  it('listens at a terminal: prints each event and whether its signature is valid', async () => {
    const secret = createWebhookSecret();
    const body = JSON.stringify({
      type: 'summary.edited',
      timestamp: '2026-11-20T10:00:00.000Z',
      data: { subject: { type: 'summary', id: 'a-summary' }, changed: ['proud', 'learned'], orgRevision: 1 },
    });
    const statuses: number[] = [];
    const send = async (url: string, key: string): Promise<void> => {
      const headers = signEvent(randomUUID(), new Date(), body, [key]);
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    };
    let sent: Promise<void> | undefined;
    const onErr = (err: string): void => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(err) ?? [];
      if (url) sent ??= send(url, secret).then(() => send(url, createWebhookSecret()));
    };
    const listened = await start(['webhook', 'listen', '0', '--secret', secret, '--count', '2'], {}, { onErr });
    await sent;
    expect(statuses).to.deep.equal([204, 401]);
    const line = '2026-11-20T10:00:00.000Z\tsummary.edited\tsummary a-summary\tproud,learned';
    expect(listened.out).to.equal(`signature valid\t${line}\nsignature invalid\t${line}\n`);
    expect(listened.code).to.equal(0);
    expect((await run(['webhook', 'listen', '0', '--secret', '!'])).code).to.equal(2);
    expect((await run(['webhook', 'listen', 'here'])).code).to.not.equal(0);
  });
});
