// Erasing people leaves nothing that any endpoint took about them: a needle in every text of every endpoint, and then a search.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describe } from 'mocha';
import { saveTrends } from '../../../src/features/trends/detect-trends.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import { columns } from '../../../src/features/organisation/import/columns.ts';
import { importAbsences } from '../../../src/features/organisation/import/import-absences.ts';
import { createEmailStop } from '../../../src/features/notifications/stop-emails.ts';
import { nodes } from '../../../src/features/personal-data/table-of-nodes.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { enterpriseSchema, groupSchema, schemas, userSchema } from '../../../src/features/scim/schemas.ts';
import { client, company, tokenOf, userToken, type Answer, type Client, type Company } from '../../support/company.ts';
import { directory, enterprise, patchOf } from '../../support/scim.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { findNeedles, makeNeedle, textFieldsOf } from '../../support/needles.ts';
import { settled } from '../../support/outbox.ts';
import { aProfile } from '../../support/profile.ts';
import { friday, service } from '../../support/service.ts';
import { boundary, formOf } from '../../support/upload.ts';

const api = service();
const mailbox = sharedInbox();

const endpoints = servedSections.flatMap(({ endpoints: list, prefix = '/v1' }) =>
  list.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${prefix === '' ? '' : ''}${endpoint.path}` })),
);

/** Texts that no needle is put into: `endpoint field`, or the endpoint for all of its fields, and why. */
const withoutNeedle: Record<string, string> = {
  'PUT /me/schedule': 'names of time zones, and times',
  'POST /admin/users body /timezone': 'the name of a time zone',
  'POST /admin/users body /region': 'the name of a region',
  'POST /admin/users body /workingDays': 'days of the week',
  'PATCH /admin/users/{userId} body /timezone': 'the name of a time zone',
  'PATCH /admin/users/{userId} body /region': 'the name of a region',
  'PATCH /admin/users/{userId} body /workingDays': 'days of the week',
  'PATCH /admin/settings': 'settings of the tenant: names of teams, groups and roles, and times',
  'POST /questions body /audience/name': 'the name of a department or team that exists',
  'POST /admin/approvals/partner body /department': 'the name of a department that exists',
  'POST /admin/identity-providers': 'what a provider is known by; its token is checked and not kept',
  'PATCH /admin/identity-providers/{providerId}': 'the client of the page and what it asks for',
  'POST /notifications/dispatch body /type': 'a registered type',
  'PUT /notifications/preferences body /preferences/type': 'a registered type',
  'POST /notifications/dispatch body /link': 'an address that a service chose; it goes with its notification',
  'POST /admin/webhooks': 'an address of another system',
  'PATCH /admin/webhooks/{webhookId}': 'an address of another system',
  'PUT /admin/chat': 'an address of another system',
  'POST /admin/users/{userId}/insights/import/{jobId}/confirm body /summary/colourWheel/*':
    'numbers by names of colours',
  'POST /admin/users/{userId}/insights/import/{jobId}/confirm body /summary/percentages/*':
    'numbers by names of colours',
};

for (const method of ['POST', 'PUT', 'PATCH'])
  for (const kind of ['User', 'Group'])
    for (const query of ['attributes', 'excludedAttributes'])
      withoutNeedle[
        `${method} /scim/v2/${kind}s${method === 'POST' ? '' : `/{${kind.toLowerCase()}Id}`} query /${query}`
      ] = 'names of attributes';

/** The words of a question, which another person asked. */
const wordsOfQuestions = ['POST /questions', 'PATCH /questions/{questionId}'].flatMap((endpoint) =>
  ['text', 'low', 'high', 'options'].flatMap((words) =>
    languages.map((language) => `${endpoint} body /${words}/${language}`),
  ),
);

/** What others wrote, or the organisation keeps: it stays. `endpoint field`, and where it may stand. */
const kept: Record<string, string[]> = {
  'POST /mvp/nominations/team body /teamName': ['Nomination.teamName', 'Nomination.teamKey', 'IdempotencyRecord.body'],
  'POST /mvp/nominations/team body /reason': ['Nomination.reason'],
  'POST /admin/org-plans body /name': [
    'OrgPlan.name',
    'IdempotencyRecord.body',
    'Notification.payload',
    'Notification.title',
    'Notification.text',
  ],
  'POST /admin/org-plans/{planId}/reject body /reason': ['OrgPlan.reason', 'IdempotencyRecord.body'],
  ...Object.fromEntries(
    wordsOfQuestions.map((place) => [place, ['QuestionWording.content', 'IdempotencyRecord.body']]),
  ),
  'POST /notifications/dispatch body /payload/body': [
    'OutboxEvent.payload',
    'Notification.payload',
    'Notification.text',
  ],
};
/** Ids stay in the logs of what was done, and in counters that end by themselves. */
const placesOfIds =
  /^((AuditEntry|ChangeEntry|ChangeBatch)\.|log$|Redis$|OrgPlan\.lostIds$|IdempotencyRecord\.subjectIds$|file .*erasures\.jsonl$)/;
/** The name of a team or department is that of the organisation. */
const namesOfTeams = /(team|department|Name of the team)$/i;
const placesOfTeams = /^(Team|ScimGroup)\./;

const needles = new Map<string, string>();
/** The needle of a place: `endpoint field`. */
function needle(place: string): string {
  const made = needles.get(place) ?? makeNeedle();
  needles.set(place, made);
  return made;
}
const at = (endpoint: string) => (field: string) => needle(`${endpoint} body /${field}`);

const drawing = `
  Ada [Board] (admin)
    Bob [Care] (admin)
      Dan [Care]
    Hal [People] (people_team)`;
let acme: Company;
let worker: InProcessWorker;
let withdrawn = '';

const done = async <T extends Record<string, unknown>>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).to.be.within(200, 204);
  return body;
};
const by = (id: string): Client => client(api, () => userToken(api, acme.tenantId, id));
const key = (): Record<string, string> => ({ 'idempotency-key': needle(`the header Idempotency-Key ${needles.size}`) });
const form = (type: string, content: string | Uint8Array): [Buffer, Record<string, string>] => [
  formOf([{ name: 'file', filename: `${needle('the name of a file')}.x`, type, content }]),
  { 'content-type': `multipart/form-data; boundary=${boundary}` },
];

/** A body with a needle in every text of a schema's fields, for questions, which change nothing. */
const ask = async (name: string, fields: string[], path: string): Promise<void> => {
  const [method = ''] = name.split(' ');
  const body: Record<string, unknown> = {};
  const query = new URLSearchParams();
  for (const field of fields) {
    const [kind, place = ''] = field.split(' ');
    const steps = place.split('/').slice(1);
    if (kind === 'query') query.set(steps[0] ?? '', needle(`${name} ${field}`));
    if (kind !== 'body') continue;
    let level = body;
    for (const step of steps.slice(0, -1)) level = (level[step] ??= {}) as Record<string, unknown>;
    level[steps.at(-1) === '*' ? 'anything' : (steps.at(-1) ?? '')] = needle(`${name} ${field}`);
  }
  const sent = await fetch(`${api.url}${path}?${query.toString()}`, {
    method,
    headers: {
      authorization: `Bearer ${path.startsWith('/scim') ? await tokenOf(api, { sub: 'service:okta', tenant: acme.tenantId, scope: 'scim' }) : await acme.token('Ada')}`,
      'content-type': path.startsWith('/scim') ? 'application/scim+json' : 'application/json',
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  expect(sent.status, name).to.be.below(500);
  await sent.text();
};

/** An admin creates and changes somebody, who works; others write to them and about them. Returns their id, and that of one who only waits. */
async function liveByRequests(): Promise<string[]> {
  const ada = acme.as('Ada');
  const dan = acme.as('Dan');
  const [create, change] = ['POST /admin/users', 'PATCH /admin/users/{userId}'].map(at) as [
    typeof needle,
    typeof needle,
  ];
  const firstAddress = `${create('email')}@example.test`;
  const newAddress = `${change('email')}@example.test`;
  // They wait for somebody who comes, or gets the name, below them: nobody is moved, and the admins are told.
  let above = acme.id('Bob');
  const waitFor = async (...references: string[]): Promise<void> => {
    for (const manager of references) {
      const email = `${makeNeedle()}@example.test`;
      const waits = await done(ada.post('/admin/users', { name: 'Wes', email, jobTitle: 'x', managerId: above }));
      above = String(waits['id']);
      await done(ada.patch(`/admin/users/${above}`, { manager }));
    }
  };
  await waitFor(create('employeeNumber'), create('externalId'), firstAddress);
  const { id } = await done<{ id: string }>(
    ada.post(
      '/admin/users',
      {
        email: firstAddress,
        name: create('name'),
        jobTitle: create('jobTitle'),
        team: create('team'),
        department: create('department'),
        employeeNumber: create('employeeNumber'),
        externalId: create('externalId'),
        preferredLanguage: `de-${create('preferredLanguage').slice(0, 8)}`,
        managerId: above,
      },
      key(),
    ),
  );
  needles.set('POST /admin/users body /preferredLanguage', create('preferredLanguage').slice(0, 8));
  await waitFor(newAddress, change('employeeNumber'), change('externalId'));
  await done(ada.put(`/admin/org-chart/users/${id}/manager`, { managerId: above }));
  await done(ada.patch(`/admin/users/${id}`, { manager: change('manager') }));
  await done(
    ada.patch(
      `/admin/users/${id}`,
      {
        email: newAddress,
        name: change('name'),
        jobTitle: change('jobTitle'),
        team: change('team'),
        department: change('department'),
        employeeNumber: change('employeeNumber'),
        externalId: change('externalId'),
        preferredLanguage: `de-${change('preferredLanguage').slice(0, 8)}`,
      },
      key(),
    ),
  );
  needles.set('PATCH /admin/users/{userId} body /preferredLanguage', change('preferredLanguage').slice(0, 8));
  const wem = { name: 'Wem', email: 'wem@example.test', jobTitle: 'x', manager: create('manager') };
  const waits = await done(ada.post('/admin/users', wem, key()));

  const own = by(id);
  const summaries = at('POST /summaries');
  const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
  const texts = (of: (field: string) => string) =>
    Object.fromEntries(['proud', 'obstacles', 'learned', 'important'].map((field) => [field, of(field)]));
  const summary = await done(own.post('/summaries', { weekStart: '2026-11-16', scores, ...texts(summaries) }, key()));
  const path = `/summaries/${String(summary['id'])}`;
  await done(
    acme.as('Bob').post(`${path}/response`, { body: at('POST /summaries/{summaryId}/response')('body') }, key()),
  );
  await done(
    acme.as('Bob').patch(`${path}/response`, { body: at('PATCH /summaries/{summaryId}/response')('body') }, key()),
  );
  await done(own.patch(path, { weekStart: '2026-11-16', scores, ...texts(at('PATCH /summaries/{summaryId}')) }, key()));
  await done(own.put('/summary-drafts/2026-11-23', texts(at('PUT /summary-drafts/{weekStart}')), key()));

  const term = { from: '2026-11-20', to: '2026-12-20', rights: ['answer', 'read'] };
  await done(acme.as('Bob').put(`/users/${acme.id('Bob')}/deputies/${id}`, term, key()));
  const ahead = { weekStart: '2026-11-23', scores, proud: '', obstacles: '', learned: '', important: '' };
  withdrawn = `/summaries/${String((await done(dan.post('/summaries', ahead)))['id'])}`;
  const theirs = await done(
    dan.post('/summaries', { weekStart: '2026-11-16', scores, proud: '', obstacles: '', learned: '', important: '' }),
  );
  await done(own.post(`/summaries/${String(theirs['id'])}/response`, { body: needle('a response as deputy') }, key()));
  await done(own.put(`/users/${id}/absences`, { absences: [{ from: '2027-02-17', to: '2027-02-19' }] }, key()));
  needles.set('a day of absence', '2027-02-17');

  const words = (endpoint: string, name: string) =>
    Object.fromEntries(languages.map((language) => [language, needle(`${endpoint} body /${name}/${language}`)]));
  const about = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: '2026-11-16' };
  const asked: Record<string, unknown>[] = [
    {
      kind: 'scale',
      points: 5,
      text: words('POST /questions', 'text'),
      low: words('POST /questions', 'low'),
      high: words('POST /questions', 'high'),
    },
    { kind: 'choice', text: { en: 'Where?' }, options: [words('POST /questions', 'options'), { en: 'There' }] },
    { kind: 'text', text: { en: 'How?' } },
  ];
  const questionIds: string[] = [];
  for (const one of asked)
    questionIds.push(String((await done(acme.as('Bob').post('/questions', { ...one, ...about }, key())))['id']));
  const rewrite = 'PATCH /questions/{questionId}';
  const ends = { low: words(rewrite, 'low'), high: words(rewrite, 'high') };
  await done(acme.as('Bob').patch(`/questions/${questionIds[0]}`, { text: words(rewrite, 'text'), ...ends }, key()));
  await done(
    acme
      .as('Bob')
      .patch(`/questions/${questionIds[1]}`, { options: [words(rewrite, 'options'), { en: 'There' }] }, key()),
  );
  const answer = at('PUT /me/answers/{weekStart}')('answers/text');
  await done(own.put('/me/answers/2026-11-16', { answers: [{ questionId: questionIds[2], text: answer }] }, key()));

  const goal = at('POST /goals');
  const set = await done(
    own.post(
      '/goals',
      { title: goal('title'), description: goal('description'), type: 'personal', targetWeek: 'this' },
      key(),
    ),
  );
  const edit = at('PATCH /goals/{goalId}');
  await done(
    own.patch(`/goals/${String(set['id'])}`, { title: edit('title'), description: edit('description') }, key()),
  );

  const single = at('POST /mvp/nominations/individual');
  await done(dan.post('/mvp/nominations/individual', { nomineeUserId: id, reason: single('reason') }, key()));
  await done(
    own.post(
      '/mvp/nominations/individual',
      { nomineeUserId: acme.id('Dan'), reason: needle('a nomination by them') },
      key(),
    ),
  );
  await done(
    own.post(
      '/mvp/nominations/team',
      { teamName: needle('a team by them'), memberUserIds: [acme.id('Dan')], reason: needle('why by them') },
      key(),
    ),
  );
  const both = at('POST /mvp/nominations/team');
  const members = { memberUserIds: [id, acme.id('Bob')], reason: both('reason') };
  await done(dan.post('/mvp/nominations/team', { teamName: both('teamName'), ...members }, key()));

  const plans = 'POST /admin/org-plans';
  const named = { email: newAddress, managerEmail: 'ada@example.test' };
  const plan = await done(ada.post('/admin/org-plans', { name: at(plans)('name'), moves: [named] }, key()));
  needles.set(`${plans} body /moves/email`, change('email'));
  needles.set(`${plans} body /moves/managerEmail`, change('email'));
  const moves = [{ email: 'dan@example.test', managerEmail: newAddress }, named];
  await done(ada.put(`/admin/org-plans/${String(plan['id'])}/moves`, { moves }, key()));
  for (const field of ['email', 'managerEmail'])
    needles.set(`PUT /admin/org-plans/{planId}/moves body /moves/${field}`, change('email'));
  await done(ada.post(`/admin/org-plans/${String(plan['id'])}/submit`, {}));
  const reject = 'POST /admin/org-plans/{planId}/reject';
  await done(
    acme.as('Bob').post(`/admin/org-plans/${String(plan['id'])}/reject`, { reason: at(reject)('reason') }, key()),
  );

  const services = client(api, () =>
    tokenOf(api, { sub: 'service:intranet', tenant: acme.tenantId, scope: 'notifications:dispatch' }),
  );
  const dispatch = (who: string[], type: string, payload: object) =>
    done(services.post('/notifications/dispatch', { type, recipientUserIds: who, payload }, key()));
  needles.set(
    'POST /notifications/dispatch body /payload/*',
    needle('POST /notifications/dispatch body /payload/title'),
  );
  await dispatch([id], 'announcement', {
    title: needle('POST /notifications/dispatch body /payload/title'),
    body: 'x',
    other: { deep: [needle('dispatched deep')] },
  });
  await dispatch([id, acme.id('Dan')], 'announcement', {
    title: 'x',
    body: needle('POST /notifications/dispatch body /payload/body'),
  });
  await dispatch([acme.id('Dan')], 'nomination.received', { nominatorName: change('name'), period: '2026-11' });
  await done(
    own.put(
      '/notifications/preferences',
      { preferences: [{ type: 'digest.weekly', channels: [] }], language: 'de' },
      key(),
    ),
  );

  const say = 'POST /admin/users/{userId}/insights/import';
  const { pdf } = await aProfile('needles', {
    person: { name: change('name') },
    content: {
      strengths: [`You are ${needle(`${say} file`)} at work.`],
      blindSpots: [`You may be ${needle(`${say} file 2`)}.`],
    },
  });
  const imported = await done(
    ada.post<{ jobId: string }>(`/admin/users/${id}/insights/import`, ...form('application/pdf', pdf)),
  );
  await done(ada.post(`/admin/users/${id}/insights/import`, ...form('application/pdf', pdf)));
  await settled(api, acme);
  const confirm = at('POST /admin/users/{userId}/insights/import/{jobId}/confirm');
  const fields = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts'];
  const job = `/admin/users/${id}/insights/import/${imported.jobId}`;
  const seen = await ada.get<{ status: string; error?: string }>(job);
  expect(seen.body, JSON.stringify(seen.body)).to.include({ status: 'parsed' });
  await done(ada.post(`${job}/confirm`, Object.fromEntries(fields.map((field) => [field, confirm(field)])), key()));
  return [id, String(waits['id'])];
}

/** A directory brings and changes somebody, with every attribute that it publishes. */
async function liveInDirectory(): Promise<string> {
  const scim = directory(api, acme.tenantId);
  const attributes = (schema: string): string[] => {
    const published = schemas.map((build) => build('')).find(({ id }) => id === schema) as unknown as {
      attributes: { name: string; type: string; subAttributes?: { name: string }[] }[];
    };
    return published.attributes.filter(({ type }) => type === 'string').map(({ name }) => name);
  };
  const userOf = (endpoint: string): object => {
    const say = at(endpoint);
    const language = (name: string, text: string): string =>
      name === 'preferredLanguage' ? `de-${text.slice(0, 8)}` : text;
    const own = attributes(userSchema).map((name): [string, string] => [name, language(name, say(name))]);
    needles.set(`${endpoint} body /preferredLanguage`, say('preferredLanguage').slice(0, 8));
    const work = attributes(enterpriseSchema).map((name): [string, string] => [name, say(name)]);
    needles.set(`${endpoint} body /*`, say('userName'));
    return {
      schemas: [userSchema, enterprise],
      ...Object.fromEntries(own),
      externalId: needle('SCIM externalId'),
      active: true,
      name: { givenName: say('givenName'), familyName: say('familyName'), formatted: say('formatted') },
      emails: [{ value: `${say('emails')}@example.test`, type: 'work', primary: true }],
      [enterprise]: { ...Object.fromEntries(work), manager: { value: acme.id('Bob') } },
    };
  };
  const ok = async (answer: ReturnType<typeof scim>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.be.within(200, 204);
    return body;
  };
  const { id } = await ok(scim('POST', '/Users', userOf('POST /scim/v2/Users'), key()));
  await ok(scim('PUT', `/Users/${id}`, userOf('PUT /scim/v2/Users/{userId}'), key()));
  const change = at('PATCH /scim/v2/Users/{userId}');
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
  needles.set('PATCH /scim/v2/Users/{userId} body /*', change('userName'));
  await ok(
    scim(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        ...['userName', 'displayName', 'title'].map((name) => replace(name, change(name))),
        replace(`${enterprise}:employeeNumber`, change('employeeNumber')),
        replace('emails[type eq "work"].value', `${change('emails')}@example.test`),
      ),
      key(),
    ),
  );
  await ok(scim('PATCH', `/Users/${id}`, patchOf(replace('externalId', change('externalId'))), key()));
  for (const endpoint of ['POST /scim/v2/Groups', 'PUT /scim/v2/Groups/{groupId}', 'PATCH /scim/v2/Groups/{groupId}'])
    needles.set(`${endpoint} body /*`, needle(`${endpoint} the display name of a member`));
  const group = (endpoint: string) => ({
    schemas: [groupSchema],
    displayName: 'Nurses',
    members: [{ value: id, display: needle(`${endpoint} the display name of a member`) }],
  });
  const made = await ok(scim('POST', '/Groups', group('POST /scim/v2/Groups'), key()));
  await ok(scim('PUT', `/Groups/${made.id}`, group('PUT /scim/v2/Groups/{groupId}'), key()));
  const member = { value: id, display: needle('PATCH /scim/v2/Groups/{groupId} the display name of a member') };
  await ok(scim('PATCH', `/Groups/${made.id}`, patchOf({ op: 'add', path: 'members', value: [member] }), key()));
  const tim = await done(
    acme.as('Ada').post('/admin/users', { name: 'Tim', email: 'tim@example.test', jobTitle: 'x', managerId: id }),
  );
  await ok(scim('PATCH', `/Users/${id}`, patchOf(replace('active', false))));
  await done(acme.as('Ada').put(`/admin/org-chart/users/${String(tim['id'])}/manager`, { managerId: acme.id('Ada') }));
  return id;
}

/** A file brings somebody, in a dry run with a fault, in one without, and then for good. */
async function liveInFiles(): Promise<string> {
  const place = 'POST /admin/organisation/imports';
  needles.set(`${place} file`, needle(`${place} file name`));
  const cells: Record<string, string> = {
    ...Object.fromEntries(columns.map((column) => [column, needle(`${place} file ${column}`)])),
    email: `${needle(`${place} file email`)}@example.test`,
    managerEmail: 'bob@example.test',
    roles: '',
    startDate: '2026-11-03',
    timezone: 'Europe/Berlin',
    region: 'DE-BY',
    preferredLanguage: 'de',
    workingDays: 'Monday Friday',
    checkInsExpected: 'no',
  };
  for (const mute of [
    'managerEmail',
    'roles',
    'startDate',
    'timezone',
    'region',
    'workingDays',
    'checkInsExpected',
    'preferredLanguage',
  ])
    needles.delete(`${place} file ${mute}`);
  const file = (row: object) => `${columns.join()}\n${columns.map((column) => (row as typeof cells)[column]).join()}\n`;
  const bring = async (query: string, row: object): Promise<void> => {
    await done(acme.as('Ada').post(`/admin/organisation/imports${query}`, ...form('text/csv', file(row))));
    await settled(api, acme);
  };
  await bring('?dryRun=true', {
    ...cells,
    managerEmail: `${needle('a manager in a file with a fault')}@example.test`,
    roles: needle('a role in a file'),
  });
  await bring('?dryRun=true', cells);
  await bring('', cells);
  const [row] = await acme.statement('MATCH (u:User {tenantId: $tenantId, email: $email}) RETURN u.id AS id', {
    email: cells['email'],
  });
  const absent = Buffer.from(`email,from,to\n${cells['email']},2026-12-21,2026-12-31\n`);
  await importAbsences(api.graph, acme.tenantId, absent, { now: friday, dryRun: false });
  return String(row?.['id']);
}

/** What comes of them by itself. */
async function addWhatIsComputed(id: string): Promise<void> {
  const person = { tenantId: acme.tenantId };
  await api.graph.bind(person).write('motivators/save', {
    userId: id,
    scores: JSON.stringify([{ name: needle('a motivator'), score: 1 }]),
    now: friday,
  });
  const found = { direction: 'down', n: 26, recentMean: 2, baselineMean: 4, effectSize: -1, p: 0.01, adjustedP: 0.01 };
  const when = { start: { weeksAgo: 3, earliest: 4, latest: 2 }, series: [{ weeksAgo: 0, value: 2 }] };
  const flag = {
    ...found,
    ...when,
    scope: 'individual',
    subject: id,
    name: needle('the name in a trend'),
    dimension: 'qualityOfWork',
  };
  const trends = { weekStart: '2026-11-09', people: 6, erasures: 0, flags: [flag] as never };
  await saveTrends(api.graph, acme.tenantId, trends, { now: friday, notify: true });
  await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = 'second_admin'`);
  await done(acme.as('Ada').post(`/admin/users/${id}/role-request`, { role: 'people_team' }));
  const [{ address } = {}] = await acme.statement(
    'MATCH (u:User {tenantId: $tenantId, id: $id}) RETURN u.email AS address',
    { id },
  );
  const report = {
    id: randomUUID(),
    tenantId: acme.tenantId,
    userId: id,
    address: String(address),
    reason: 'bounce' as const,
    now: friday,
  };
  expect(await createEmailStop(api.graph)(report)).to.equal(true);
}

describe('erasing people', () => {
  before(async () => {
    await endDueEvents(api);
    acme = await company(api, drawing);
    worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(friday) });
  });
  after(() => worker.stop());

  it('leaves nothing of what any endpoint took about them, but what others wrote', async () => {
    const ids = [...(await liveByRequests()), await liveInDirectory(), await liveInFiles()];
    await addWhatIsComputed(ids[0] ?? '');
    await settled(api, acme);
    // They were told of this one as a deputy.
    await done(acme.as('Dan').delete(withdrawn));
    for (const id of ids) needles.set(`the id of ${id}`, id);
    await settled(api, acme);
    const questions = endpoints.filter(({ endpoint: { method, safe } }) => method === 'GET' || safe);
    for (const { endpoint, name } of questions) {
      const fields = textFieldsOf(endpoint);
      const prefix = /^\/(access|scim)\//.test(endpoint.path) ? '' : '/v1';
      const path = prefix + endpoint.path.replaceAll(/\{\w+\}/g, ids[0] ?? '');
      if (fields.length > 0) await ask(name, fields, path);
    }

    const missed = endpoints.flatMap(({ endpoint, name }) =>
      textFieldsOf(endpoint)
        .map((field) => `${name} ${field}`)
        .filter((place) => !needles.has(place) && !(place in withoutNeedle) && !(name in withoutNeedle)),
    );
    expect(missed, 'texts of endpoints without a needle').to.deep.equal([]);

    const all = [...new Set(needles.values())];
    const placesOf = (sought: string): string =>
      [...needles]
        .filter(([, one]) => one === sought)
        .map(([place]) => place)
        .join(' | ');
    const logs = (): string[] => [...api.logged, ...worker.logged];
    const before = await findNeedles(api, acme.tenantId, all, logs());
    expect(new Set(before.map(({ needle: one }) => one)).size, 'needles that were stored at all').to.be.above(60);
    const held = new Set(before.map(({ place }) => place));
    for (const place of ['User.pendingManager', 'User.announced', 'IdempotencyRecord.body', 'OrgImport.result'])
      expect(held, 'a place that the search knows').to.include(place);
    const isText = ({ needle: one, place }: (typeof before)[number]): boolean => {
      const from = placesOf(one);
      return (
        !from.startsWith('the id of') &&
        !from.split(' | ').some((each) => namesOfTeams.test(each)) &&
        !/^\w+$/.test(place)
      );
    };
    for (const { place } of before.filter(isText)) {
      const [label = ''] = place.split('.');
      if (label in nodes)
        expect(nodes[label]?.hasPersonalText, `hasPersonalText in the row of ${label}`).to.equal(true);
    }

    // Something is still on its way when they are erased.
    await worker.stop();
    await done(
      by(ids[0] ?? '').post('/summaries', {
        weekStart: '2026-11-09',
        scores: { qualityOfWork: 1, personalWellbeing: 1, professionalWellbeing: 1 },
        proud: needle('on its way'),
        obstacles: '',
        learned: '',
        important: '',
      }),
    );
    for (const id of ids) await done(acme.as('Ada').post(`/admin/users/${id}/erase`, {}));

    const found = await findNeedles(api, acme.tenantId, [...new Set(needles.values())], logs());
    const left = found.flatMap(({ needle: one, place }) => {
      const from = placesOf(one);
      const isText = from.split(' | ').some((each) => kept[each]?.includes(place));
      const isId = from.startsWith('the id of') && placesOfIds.test(place);
      const isTeam = placesOfTeams.test(place) && from.split(' | ').some((each) => namesOfTeams.test(each));
      return isText || isTeam || isId ? [] : [`${place} has ${from}`];
    });
    expect([...new Set(left)]).to.deep.equal([]);
    const stays = new Set(found.map(({ needle: one }) => one));
    const gone = Object.keys(kept).filter((place) => needles.has(place) && !stays.has(needles.get(place) ?? ''));
    expect(gone, 'documented as kept, and gone').to.deep.equal([]);
  });
});
