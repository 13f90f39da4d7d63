// checkin assistant: what it prints leads a client to the tools of the company.
import { expect } from 'chai';
import { sharedCompany } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const api = service();
const { run } = shell();
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
const checkin = (...words: string[]): Promise<Ran> =>
  run([...words, '--tenant', acme.tenantId], { CHECKIN_API: api.url });
const tokenOfBob = async (): Promise<string> => {
  const email = acme.people.find(({ name }) => name === 'Bob')?.email ?? '';
  return (await checkin('token', email)).out.trim();
};

describe('checkin assistant', () => {
  it('prints addresses and files, and what the setting is', async () => {
    const { code, out, err } = await checkin('assistant', '--client', 'desk');
    expect([code, err]).to.deep.equal([
      0,
      `Assistants are off: an admin turns them on by "checkin tenant set ${acme.tenantId} assistants=read" (or write).\n`,
    ]);
    expect(out).to.include(`Address   ${api.url}/mcp/${acme.tenantId}\n`);
    expect(out).to.include('"clientId": "desk"');
    expect((await run(['tenant', 'set', acme.tenantId, 'assistants=write'])).code).to.equal(0);
    expect((await checkin('assistant')).err).to.equal(`Assistants of ${acme.tenantId} may write.\n`);
  });

  it('leads from the challenge over the metadata to a change, with a token of the command line', async () => {
    await run(['tenant', 'set', acme.tenantId, 'assistants=write']);
    const { address, metadata } = JSON.parse((await checkin('assistant', '--json')).out) as Record<string, string>;
    const challenge = (await fetch(address ?? '', { method: 'POST' })).headers.get('www-authenticate');
    expect(challenge).to.equal(`Bearer resource_metadata="${metadata}"`);
    expect(await (await fetch(metadata ?? '')).json()).to.deep.include({
      resource: address,
      scopes_supported: ['checkin:write'],
    });
    const args = { title: 'Ship', type: 'personal', targetWeek: 'this' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'createGoal', arguments: args } };
    const response = await fetch(address ?? '', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenOfBob()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    const { result } = (await response.json()) as { result: { structuredContent: { title: string } } };
    expect(result.structuredContent.title).to.equal('Ship');
  });
});
