// An afternoon of one admin, Ada, who wants to read what Bob wrote without anybody's knowledge. With a second admin for powers, no
// account that is hers can read it afterwards. Without one, somebody who is not her has a mail about it, at an address of before.
// Each of these tries fails, or is noticed; afternoon-mended.alone.test.ts has those that did not, once.
import { keyed, moved, openAfternoon, type Try } from '../../support/afternoon.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { seconds, signed } from '../../support/jwks.ts';

const { acme, describeTries } = openAfternoon();
const ownIdp = identityProvider([]);

const tries: Record<string, Try> = {
  'moves the head of the company below her second account': {
    told: moved,
    run: (ada) => ada.move('Ceo', 'Own'),
  },
  'creates a manager below her second account, and moves Bob below them': {
    told: moved,
    async run(ada) {
      const { body } = await ada.create('Below', { managerId: ada.own });
      await ada.act('put', `/admin/org-chart/users/${ada.id('Bob')}/manager`, { managerId: body.id });
    },
  },
  'imports a file in which Mia reports to a new account, and signs in with it': {
    told: moved,
    async run(ada) {
      await ada.importFile('new@ada.test,New,,', 'mia@example.test,Mia,new@ada.test,');
      await ada.signIn('New', 'new@ada.test');
    },
  },
  'moves an established manager below her account, in two steps': {
    told: moved,
    async run(ada) {
      await ada.move('Bob', 'Xan');
      await ada.move('Xan', 'Own');
      await ada.move('Bob', 'Own');
    },
  },
  'brings a former manager back with another address, and waits': {
    told: [...moved, ...keyed],
    async run(ada) {
      await ada.move('Zoe', 'Vic');
      await ada.post('Max', 'activate');
      await ada.patch('Max', { email: 'max@ada.test' });
      ada.wait(31);
      await ada.move('Bob', 'Max');
      await ada.signIn('Max', 'max@ada.test');
    },
  },
  'creates somebody as the one who returns, with people below': {
    told: [...moved, ...keyed],
    async run(ada) {
      await ada.create('Maxima', { returns: ada.id('Max') });
      await ada.create('Teddy', { returns: ada.id('Ted'), managerId: ada.own });
      await ada.move('Bob', 'Ted');
      await ada.signIn('Max', 'maxima@ada.test');
    },
  },
  'lets Bob wait for a number, and gives it to her account': {
    told: moved,
    async run(ada) {
      await ada.patch('Bob', { manager: 'E-777' });
      await ada.patch('Own', { employeeNumber: 'E-777' });
    },
  },
  'changes the address of Mia, and signs in': {
    told: keyed,
    async run(ada) {
      await ada.patch('Mia', { email: 'mia@ada.test' });
      await ada.signIn('Mia', 'mia@ada.test');
    },
  },
  'unbinds the account of Mia, and signs in with her address': {
    told: keyed,
    async run(ada) {
      await ada.account('real Mia', 'mia@example.test').get('/me');
      const { body } = await acme
        .as('Ada')
        .get<{ items: { id: string }[] }>(`/admin/users/${ada.id('Mia')}/identities`);
      for (const { id } of body.items) await ada.act('post', `/admin/identities/${id}/unbind`);
      await ada.signIn('Mia', 'mia@example.test');
    },
  },
  'gives the address of Mia, who has left for a minute, to a new account': {
    told: [...moved, ...keyed],
    async run(ada) {
      await ada.move('Bob', 'Vic');
      await ada.post('Mia', 'deactivate');
      await ada.create('Mia Two', { email: 'mia@example.test', newPerson: true });
      await ada.post('Mia', 'activate');
      await ada.move('Bob', 'Mia');
      await ada.signIn('Mia', 'mia@example.test');
    },
  },
  'names her account a deputy of Mia and of the head of the company': {
    told: ['deputy.named'],
    async run(ada) {
      await ada.nameDeputy('Mia', 'Own');
      await ada.nameDeputy('Ceo', 'Own');
    },
  },
  'names a deputy before the setting, and moves Bob below the manager': {
    told: ['deputy.named', ...moved],
    before: (ada) => ada.nameDeputy('Vic', 'Own'),
    run: (ada) => ada.move('Bob', 'Vic'),
  },
  'replaces the moves of a plan of Eve, and approves it': {
    told: moved,
    async run(ada) {
      const act = await ada.plan([['Mia', 'Own']], 'Eve');
      for (const action of ['moves', 'submit', 'approve', 'apply']) await act(action);
    },
  },
  'approves a plan with an account that she makes an admin': {
    told: [...moved, 'org.role_given'],
    async run(ada) {
      await ada.patch('Own', { roles: ['admin'] });
      const act = await ada.plan([['Mia', 'Own']]);
      await act('submit');
      await act('approve', 'Own');
      await act('apply');
    },
  },
  'changes every setting that could help, and moves Bob': {
    told: moved,
    async run(ada) {
      for (const change of [
        { roleApproval: 'none' },
        { establishedDays: 1 },
        { groupRoles: ['All=people_team'] },
        { elevatedRoles: ['admin'] },
        { planApproval: 'none', minimumGroup: 3, language: 'de', timezone: 'Pacific/Kiritimati' },
      ])
        await ada.set(change);
      await ada.move('Bob', 'Own');
    },
  },
  'adds an identity provider of her own, and signs in as Mia': {
    told: [...keyed, 'identity.provider_changed'],
    async run(ada) {
      const { issuer, key } = ownIdp;
      const ofOwn = { issuer, audience, tenantClaim: 'org_id', tenantValue: acme.tenantId, personClaim: 'email' };
      const claims = { iss: issuer, aud: audience, org_id: acme.tenantId, sub: 'ada', email: 'ada@example.test' };
      const token = signed(key, { ...claims, email_verified: true, exp: seconds(60) });
      await ada.act('post', '/admin/identity-providers', { ...ofOwn, token });
      await ada.signIn('Mia', 'mia@example.test', ownIdp);
    },
  },
  'takes the role from Eve, and asks for one with her account': {
    told: ['org.role_given', ...keyed],
    async run(ada) {
      await ada.patch('Eve', { roles: [] });
      await ada.act('post', `/admin/users/${ada.own}/role-request`, { role: 'people_team' });
      await ada.eveApproves();
      await ada.patch('Mia', { email: 'mia@ada.test' });
      await ada.signIn('Mia', 'mia@ada.test');
    },
  },
  'repeats with its key a move that Eve has taken back, and one with the tag of before': {
    told: moved,
    async before(ada) {
      await ada.moveBobWith({ 'idempotency-key': 'afternoon' });
      await ada.move('Bob', 'Mia', 'Eve');
    },
    async run(ada) {
      await ada.moveBobWith({ 'idempotency-key': 'afternoon' });
      await ada.moveBobWith({ 'if-match': '*' });
    },
  },
  'reads whatever else an admin may read': {
    told: moved,
    async run(ada) {
      const bob = ada.id('Bob');
      for (const path of [
        '/audit',
        '/admin/organisation/export',
        `/users/${bob}/insights`,
        `/users/${bob}/motivators`,
        '/reports/team',
        '/reports/check-ins',
        '/notifications',
        `/summaries/${ada.summaryId}/answers`,
        '/questions',
      ])
        await ada.lookAt('Ada', acme.as('Ada'), path);
    },
  },
  'does everything at once': {
    told: [...moved, ...keyed],
    async run(ada) {
      await Promise.all([
        ada.move('Mia', 'Own'),
        ada.patch('Eve', { roles: [] }),
        ada.patch('Vic', { email: 'vic@ada.test' }),
        ada.move('Bob', 'Vic'),
        ada.signIn('Vic', 'vic@ada.test'),
      ]);
      await ada.signIn('Vic', 'vic@ada.test');
    },
  },
};

describeTries('an admin alone', tries);
