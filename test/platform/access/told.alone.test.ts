// Who is told of a power, as their mailbox shows: the person concerned at the address of before, whatever is done to them, their
// role or the settings meanwhile.
import { expect } from 'chai';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { toAdmin } from '../../../src/features/organisation/people/actor.ts';
import type { NotificationType } from '../../../src/features/notifications/registry.ts';
import { freshCompany, type Answer } from '../../support/company.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\nEve (admin)\nCeo\n  Mia\n    Bob\nPia (people_team)');
const mailbox = sharedInbox();
sharedWorker(api, mailbox);

const user = (who: string): string => `/admin/users/${acme.id(who)}`;
async function act(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).to.be.within(200, 299);
}
const patch = (who: string, fields: object): Promise<void> => act(acme.as('Ada').patch(user(who), fields));
const activate = (who: string): Promise<void> => act(acme.as('Ada').post(`${user(who)}/activate`));
const deactivate = (who: string): Promise<void> => act(acme.as('Ada').post(`${user(who)}/deactivate`));

/** The addresses and texts of the mails that somebody got of a type and that name somebody, once there are so many. */
async function mailsTo(
  who: string,
  type: NotificationType,
  count = 1,
  named = '',
): Promise<[address: string, text: string][]> {
  const find = async () => {
    const rows = await acme.statement(
      `MATCH (n:Notification {tenantId: $tenantId, userId: $id, type: $type}) RETURN n.id AS id ORDER BY n.createdAt, n.id`,
      { id: acme.id(who), type },
    );
    const found = (await Promise.all(rows.map(({ id }) => mailbox.mails(String(id))))).flat();
    return found.filter(({ body }) => body.text?.includes(named));
  };
  const mails = await until(find, ({ length }) => length >= count);
  return mails.map(({ destination, body }) => [destination.to.join(), body.text ?? '']);
}
const addressesOf = async (who: string, type: NotificationType, count = 1): Promise<string[]> =>
  (await mailsTo(who, type, count)).map(([address]) => /[\w.-]+@[\w.-]+/.exec(address)?.[0] ?? address).sort();

describe('the notice of a power reaches', () => {
  it('the person at the address of before, also if they are deactivated first, and activated afterwards', async () => {
    await deactivate('Bob');
    await patch('Bob', { email: 'of-ada@example.test' });
    await activate('Bob');
    expect(await addressesOf('Bob', 'account.keys_changed', 3)).to.deep.equal([
      'bob@example.test', // deactivated
      'bob@example.test', // the address
      'of-ada@example.test', // activated
    ]);
  });

  it('a person who has left', async () => {
    await deactivate('Bob');
    await patch('Bob', { email: 'of-ada@example.test' });
    expect(await addressesOf('Bob', 'account.keys_changed', 2)).to.deep.equal(['bob@example.test', 'bob@example.test']);
  });

  it('an admin who has lost the role since, and the People Team that was deactivated since', async () => {
    await patch('Ceo', { email: 'of-ada@example.test' });
    await patch('Eve', { roles: [] });
    await deactivate('Pia');
    // Others come, too, and in any order: that Eve lost her role, that Pia was deactivated.
    for (const who of ['Eve', 'Pia']) expect(await mailsTo(who, 'org.keys_changed', 1, 'Ceo'), who).to.have.lengthOf(1);
    expect(await addressesOf('Ceo', 'account.keys_changed')).to.deep.equal(['ceo@example.test']);
    expect((await mailsTo('Eve', 'account.keys_changed'))[0]?.[1]).to.include('Ada');
    expect((await mailsTo('Pia', 'account.keys_changed'))[0]?.[1]).to.include('Ada');
  });

  it('who loses a role, or is brought back, by a file', async () => {
    await deactivate('Bob');
    const csv = [
      'email,name,managerEmail,roles,returns',
      'eve@example.test,Eve,,senior_manager,',
      `bob@example.test,Bob,,,${acme.id('Bob')}`,
      '',
    ].join('\n');
    const context = { now: new Date(api.clock.now), by: toAdmin(acme.id('Ada'), 'api') };
    const { applied, faults } = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), context);
    expect([applied, faults]).to.deep.equal([true, []]);
    expect((await mailsTo('Eve', 'account.keys_changed'))[0]?.[1])
      .to.include('Ada')
      .and.include('roles');
    expect(await mailsTo('Bob', 'account.keys_changed', 2)).to.have.lengthOf(2); // deactivated, and back
    for (const who of ['Eve', 'Pia'])
      expect((await mailsTo(who, 'org.keys_changed', 1, 'other person'))[0]?.[1]).to.match(/Bob|Eve/);
  });

  it('an admin whose role came from a group of the directory that means nothing any more', async () => {
    await acme.statement(
      `MATCH (eve:User {tenantId: $tenantId, name: 'Eve'}), (t:Tenant {id: $tenantId})
       SET eve.grantedRoles = ['admin'], t.groupRoles = ['it-admins=admin']
       CREATE (eve)-[:IN_GROUP]->(:ScimGroup:$($label) {tenantId: $tenantId, id: 'it-admins', displayName: 'IT admins'})`,
    );
    await act(acme.as('Ada').patch('/admin/settings', { groupRoles: [] }));
    await patch('Ceo', { email: 'of-ada@example.test' });
    expect((await mailsTo('Eve', 'account.keys_changed'))[0]?.[1])
      .to.include('Ada')
      .and.include('roles');
    expect(await mailsTo('Eve', 'org.keys_changed', 1, 'Ceo')).to.have.lengthOf(1);
    const [mark] = await acme.statement(
      `MATCH (a:Approval {tenantId: $tenantId, userId: $id}) RETURN a.hadSecond AS hadSecond`,
      { id: acme.id('Ceo') },
    );
    expect(mark).to.deep.equal({ hadSecond: true }); // the next sign-in as the Ceo waits
  });

  it('who is moved, and who managed them, also if they are moved back at once', async () => {
    const { body } = await acme.as('Ada').post<{ id: string }>('/admin/users', {
      name: 'Own',
      email: 'own@example.test',
    });
    const manager = (who: string): string => `/admin/org-chart/users/${acme.id(who)}/manager`;
    await act(acme.as('Ada').put(manager('Ceo'), { managerId: body.id }));
    await act(acme.as('Ada').delete(`${user('Ceo')}/manager`));
    await act(acme.as('Ada').put(manager('Bob'), { managerId: body.id }));
    await deactivate('Bob');
    const [first, last] = (await mailsTo('Ceo', 'account.manager_changed', 2)).map(([, text]) => text);
    expect([first, last].join()).to.include('Ada made Own your manager').and.include('top of the reporting line');
    expect((await mailsTo('Bob', 'account.manager_changed'))[0]?.[1]).to.include('Own');
    expect((await mailsTo('Mia', 'org.reports_moved'))[0]?.[1])
      .to.include('Bob')
      .and.include('Ada');
  });

  it('admins and the People Team, whatever a setting of before says', async () => {
    const types: NotificationType[] = ['org.role_given', 'org.person_erased', 'org.reports_moved'];
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = $off', {
      off: types.flatMap((type) => [`${type}:email`, `${type}:in_app`]),
    });
    await patch('Mia', { roles: ['people_team'] });
    await act(acme.as('Ada').post(`${user('Bob')}/erase`, {}));
    for (const who of ['Eve', 'Pia']) {
      expect((await mailsTo(who, 'org.role_given'))[0]?.[1]).to.include('Mia');
      const [[, text] = []] = await mailsTo(who, 'org.person_erased');
      expect(text).to.include('Ada').and.not.include('Bob');
    }
  });
});
