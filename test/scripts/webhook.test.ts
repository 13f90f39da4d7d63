// The commands about webhooks: created with a secret that is printed once, listed, deleted; events verified at a terminal.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AuditEntry } from '../../src/model/index.ts';
import { createWebhookSecret } from '../../src/webhooks/manage-webhooks.ts';
import { signEvent } from '../../src/webhooks/send.ts';
import { sharedCompany } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();
const { run, start } = shell();
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
describe('checkin webhook', () => {
  it('creates a webhook for admins to see, prints its secret, lists and deletes it', async () => {
    const tenant = ['--tenant', acme.tenantId];
    const url = 'https://hr.example/hooks';
    const added = await run(['webhook', 'add', url, '--types', 'goal.created,user.created', ...tenant]);
    expect(added.out).to.match(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    const { items } = (await acme.as('Ada').get<{ items: { id: string; types: string[] }[] }>('/admin/webhooks')).body;
    expect(items).to.have.length(1);
    const [webhook] = items;
    const id = webhook?.id ?? '';
    expect(webhook?.types).to.deep.equal(['goal.created', 'user.created']);
    const listed = await run(['webhook', 'ls', ...tenant]);
    expect(listed.out).to.equal(`${id}\tenabled\t${url}\tgoal.created,user.created\n`);
    expect((await run(['webhook', 'rm', id, ...tenant])).code).to.equal(0);
    const audit = (await acme.as('Ada').get<{ items: AuditEntry[] }>('/audit')).body.items;
    expect(audit.map(({ action }) => action)).to.deep.equal(['webhook.delete', 'webhook.create']);
    for (const entry of audit) {
      expect(entry).to.include({ actorId: 'operator', source: 'command_line', webhookId: id });
    }
    const again = await run(['webhook', 'rm', id, ...tenant]);
    expect([again.code, again.err]).to.deep.equal([1, `${acme.tenantId} has no webhook ${id}.\n`]);
  });

  it('refuses types and addresses that are none', async () => {
    const add = (...args: string[]) => run(['webhook', 'add', ...args, '--tenant', acme.tenantId]);
    expect((await add('https://hr.example', '--types', 'goal.made')).code).to.equal(2);
    const local = await add('http://10.0.0.1/');
    expect([local.code, local.err]).to.deep.equal([1, 'The address must begin with https://.\n']);
  });

  it('listens at a terminal: prints each event and whether its signature is valid', async () => {
    const secret = createWebhookSecret();
    const body = JSON.stringify({
      ...{ type: 'summary.edited', timestamp: '2026-11-20T10:00:00.000Z' },
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
