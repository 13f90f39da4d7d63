// More tries of an admin alone, as in afternoon.alone.test.ts: those that once succeeded, or that nobody noticed.
import { expect } from 'chai';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { moved, openAfternoon, type Try } from '../../support/afternoon.ts';
import { until } from '../../support/until.ts';

const { api, acme, ada, mailsTo, describeTries } = openAfternoon();

const mended: Record<string, Try> = {
  'gives her account, made before the setting, somebody below it, and waits a month': {
    told: moved,
    async run(ada) {
      await ada.create('Below', { managerId: ada.own });
      ada.wait(31);
      await ada.move('Bob', 'Own');
    },
  },
  'moves Bob below a manager who has named her account a deputy': {
    told: moved,
    async run(ada) {
      await ada.nameDeputy('Vic', 'Own', 'Vic');
      await ada.move('Bob', 'Vic');
    },
  },
  'lets Bob wait for her account by a loop, and Eve approves another move of it': {
    told: moved,
    before: (ada) => ada.move('Own', 'Bob'),
    async run(ada) {
      await ada.patch('Bob', { manager: 'E-777' });
      await ada.patch('Own', { employeeNumber: 'E-777' });
      await ada.move('Own', 'Vic');
      await ada.request('move', { userId: ada.own, managerId: ada.id('Xan') });
      await ada.eveApproves();
    },
  },
  'lets Bob wait for a number that the directory gives her account': {
    told: moved,
    async run(ada) {
      await ada.patch('Bob', { manager: 'E-777' });
      await ada.directoryWrites('Own', { externalId: 'E-777' });
    },
  },
  'lets Bob wait for her account by a loop, and the directory writes Bob': {
    told: moved,
    before: (ada) => ada.move('Own', 'Bob'),
    async run(ada) {
      await ada.patch('Bob', { manager: 'E-777' });
      await ada.patch('Own', { employeeNumber: 'E-777' });
      await ada.move('Own', 'Vic');
      await ada.directoryWrites('Bob', { title: 'Engineer' });
    },
  },
  'moves Bob below a manager whose move Eve approves then': {
    told: moved,
    async run(ada) {
      await ada.request('move', { userId: ada.id('Xan'), managerId: ada.own });
      await ada.move('Bob', 'Xan');
      await ada.eveApproves();
    },
  },
  'moves Bob below a manager whose move is in a plan that Eve has approved': {
    told: moved,
    async run(ada) {
      const act = await ada.plan([['Xan', 'Own']]);
      await act('submit');
      await act('approve', 'Eve');
      await ada.move('Bob', 'Xan');
      await act('apply');
    },
  },
  'moves Bob below a manager for whom Eve approves her account as a deputy then': {
    told: [...moved, 'deputy.named'],
    async run(ada) {
      await ada.request('deputy', { userId: ada.id('Vic'), deputyId: ada.own, ...ada.term });
      await ada.move('Bob', 'Vic');
      await ada.eveApproves();
      await ada.nameDeputy('Vic', 'Own');
    },
  },
  'moves Bob while he is deactivated, and moves him back before he is there again': {
    told: moved,
    async run(ada) {
      await ada.post('Bob', 'deactivate');
      await ada.move('Bob', 'Own');
      await ada.look();
      await ada.move('Bob', 'Mia');
      await ada.post('Bob', 'activate');
    },
  },
  'changes the addresses of Bob and Mia before she moves him': {
    told: moved,
    async run(ada) {
      for (const who of ['Bob', 'Mia']) await ada.patch(who, { email: `${who.toLowerCase()}@ada.test` });
      await ada.move('Bob', 'Own');
    },
  },
  'gives somebody a report by the directory, and is established at once': {
    told: moved,
    async run(ada) {
      ada.wait(31);
      await ada.create('Below', { manager: 'E-777' });
      await ada.directoryWrites('Own', { externalId: 'E-777' });
      await ada.move('Bob', 'Own');
    },
  },
  'gives a role while nobody else is an admin or of the People Team, and gives theirs back': {
    told: ['org.role_given'],
    async run(ada) {
      await ada.patch('Eve', { roles: [] });
      await ada.patch('Pia', { roles: [] });
      await ada.patch('Own', { roles: ['people_team'] });
      await ada.look();
      await ada.patch('Own', { roles: [] });
    },
  },
};

describeTries('an admin alone, by what was open once,', mended);

describe('an admin alone, by mails,', () => {
  it('changes the address of Mia, to whom only Bob reports: gets no mail with his scores', async () => {
    await ada().set({ roleApproval: 'second_admin' }, 'Eve');
    await ada().patch('Mia', { email: 'mia@ada.test' });
    api.clock.now = '2026-11-23T08:00:00.000Z';
    await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', api.clock.now);
    await until(
      () =>
        acme.statement(
          `MATCH (n:Notification {tenantId: $tenantId, userId: $id, type: 'digest.weekly'})
           MATCH (e:OutboxEvent {tenantId: $tenantId, subjectId: n.id, type: 'email.send', status: 'done'}) RETURN n.id AS id`,
          { id: acme.id('Mia') },
        ),
      ({ length }) => length > 0,
      60,
    );
    expect(await mailsTo([acme.id('Mia')], ['digest.weekly'])).to.deep.equal([]);
  });
});
