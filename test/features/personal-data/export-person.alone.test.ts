// checkin org export-person: everything that names a person is in the copy they get, and nothing that is somebody else's.
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import type { PersonExport } from '../../../src/features/personal-data/export-person.ts';
import { nodes, personSections } from '../../../src/features/personal-data/table-of-nodes.ts';
import { listSchemaNames } from '../../../src/platform/graph/queries/migrations.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import {
  confirmImportOfEve,
  eve,
  eveAddress,
  eveDrawing,
  fillAboutEve,
  fillTheRest,
} from '../../support/person-with-data.ts';
import { germanFieldNames } from '../../../scripts/cli/report/field-names.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { textIn } from '../../support/html.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { settled } from '../../support/outbox.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const sectionsOf = (label: string): string[] => {
  const exported = nodes[label]?.exported ?? '';
  return typeof exported === 'string' ? [] : Object.keys(exported.sections);
};
const exportedLabels = new Set(Object.keys(nodes).filter((label) => sectionsOf(label).length > 0));

describe('the export of a person', () => {
  it('has a section, or a reason to have none, for every label of the graph', () => {
    expect(Object.keys(nodes)).to.have.members(listSchemaNames().labels);
    expect(exportedLabels.size).to.be.above(20);
    for (const [label, { hasPersonalText, exported }] of Object.entries(nodes)) {
      if (hasPersonalText) expect(exported, label).to.be.an('object');
    }
  });

  it('has every label that is deleted or changed when a person is erased', () => {
    const erasing = globSync('cypher/*/erase_*.cypher', { cwd: projectFolder });
    expect(erasing).to.have.length.above(10);
    const labels = erasing.flatMap((file) =>
      [...readFileSync(path.join(projectFolder, file), 'utf8').matchAll(/\(\w*:([A-Z]\w+)/g)].map(
        ([, label = '']) => label,
      ),
    );
    expect(new Set(labels)).to.include.keys('User', 'OutboxEvent', 'IdempotencyRecord', 'TrendRun');
    expect([...exportedLabels, 'Tenant']).to.include.members(labels);
  });
});

describe('checkin org export-person', () => {
  const api = service();
  const { run, folder } = shell();
  const mailbox = sharedInbox();
  let acme: Company;

  before(async () => {
    await endDueEvents(api);
    api.clock.now = friday;
    acme = await company(api, eveDrawing);
    await fillAboutEve(api, acme);
    const worker = startInProcessWorker(api, { ses: mailbox.url });
    await settled(api, acme).finally(() => worker.stop());
    await confirmImportOfEve(acme);
    await fillTheRest(api, acme);
    await acme.statement(
      `MATCH (n:Notification {tenantId: $tenantId, userId: $eve}) WITH n LIMIT 1
       SET n.type = 'digest.weekly', n.title = 'Digest', n.text = 'Dan has not written. Average: 3.7',
         n.payload = '{"averages":{"qualityOfWork":3.7}}', n.aboutIds = [$dan]`,
      { eve: acme.id(eve), dan: acme.id('Dan') },
    );
    while (await publishChanges(api.graph, 'test', new Date(friday)));
  });

  const command = (...args: string[]) => run(['org', 'export-person', ...args, '--tenant', acme.tenantId]);
  const read = async (email = eveAddress): Promise<PersonExport> => {
    const { code, out, err } = await command(email);
    expect([code, err]).to.deep.equal([0, '']);
    return JSON.parse(out) as PersonExport;
  };
  /** How a test recognises a node: the first of these that it has. */
  const identities = ['id', 'name', 'key', 'fileId', 'lastSyncedAt', 'weekStart'];

  it('holds every node of a tenant that is joined to the person, or names them or something of theirs', async () => {
    const { data } = await read();
    const nodes = await acme.statement(
      `MATCH (node) WHERE node.tenantId = $tenantId
       RETURN [label IN labels(node) WHERE NOT label STARTS WITH 'T_'][0] AS label,
         node {.*, lastSyncedAt: left(toString(node.lastSyncedAt), 19), weekStart: toString(node.weekStart)} AS properties,
         EXISTS { (node)--(:User {tenantId: $tenantId, id: $eve}) } AS isJoined`,
      { eve: acme.id(eve) },
    );
    const own = await acme.statement(
      `MATCH (:User {tenantId: $tenantId, id: $eve})-[:WROTE|DRAFTED|GAVE|OWNS|ASKED|MADE|NAMES|RECEIVED|IS_FOR]-(thing)
       RETURN thing.id AS id
       UNION
       MATCH (thing:Answer {tenantId: $tenantId, userId: $eve})
       RETURN thing.id AS id`,
      { eve: acme.id(eve) },
    );
    const names = [acme.id(eve), eve, eveAddress, 'marker-', ...own.map(({ id }) => String(id))];
    const concerned = nodes.filter(
      ({ properties, isJoined }) => isJoined || names.some((name) => JSON.stringify(properties).includes(name)),
    );
    expect(new Set(concerned.map(({ label }) => label))).to.include.keys(...exportedLabels);
    const missing = concerned.filter(({ label, properties }) => {
      const values = properties as Record<string, string | null>;
      const identity = identities.map((name) => values[name]).find((value) => typeof value === 'string') ?? '';
      const texts = sectionsOf(label as string).map((name) => JSON.stringify(data[name as keyof typeof data]));
      return label !== 'Webhook' && !texts.some((text) => text.includes(identity));
    });
    expect(missing.map(({ label, properties }) => `${String(label)} ${JSON.stringify(properties)}`)).to.deep.equal([]);
  });

  it('has their texts, the texts about them with who wrote them, and no type of the database', async () => {
    const copy = await read(eveAddress.toUpperCase());
    const { data } = copy;
    expect(copy.person).to.deep.equal({ id: acme.id(eve), name: eve, email: eveAddress });
    expect(copy.tenant).to.deep.equal({ id: acme.tenantId, name: 'Test' });
    expect(data.person).to.have.length(1);
    expect(data.person[0]).to.deep.include({
      email: eveAddress,
      startDate: '2025-02-03',
      externalId: 'marker-external',
    });
    expect(data.person[0]).to.deep.include({ absences: ['2026-12-21/2026-12-24'], excusedWeeks: ['2026-12-21'] });
    expect(data.person[0]?.['channels']).to.deep.include({ 'goals.non_setters': ['in_app'] });
    expect(data.teams).to.deep.equal([{ name: 'Care', department: 'Care' }]);
    expect(data.managers.map(({ manager }) => (manager as { name: string }).name)).to.deep.equal(['Bob', 'Ada', 'Bob']);
    expect(data.managers.map(({ until }) => typeof until)).to.deep.equal(['string', 'string', 'undefined']);
    expect(data.plannedMoves).to.containSubset([{ plan: 'marker-plan', status: 'draft', effectiveOn: '2027-01-01' }]);
    expect(data.plannedReports).to.containSubset([{ plan: 'marker-plan', people: 1 }]);
    expect(data.summaries[0]).to.include({ proud: 'marker-proud', weekStart: '2026-11-16', userId: acme.id(eve) });
    expect(data.summaries[0]?.['createdAt']).to.equal('2026-11-20T10:00:00.000Z');
    expect(data.summaries[0]?.['qualityOfWork']).to.be.a('number');
    expect(data.responsesReceived).to.containSubset([{ body: 'marker-response to Eve', author: { name: 'Bob' } }]);
    expect(data.responsesGiven).to.containSubset([{ body: 'marker-response of Eve', to: { name: 'Old' } }]);
    expect(data.nominationsMade).to.containSubset([
      { reason: 'marker-nomination of Dan', nominees: [{ name: 'Dan' }] },
    ]);
    expect(data.nominationsReceived).to.containSubset([
      { reason: 'marker-nomination of Eve', author: { name: 'Dan' } },
    ]);
    expect(data.motivators).to.containSubset([{ scores: [{ name: 'marker-motivator', score: 1 }] }]);
    expect(data.profile[0]?.['fields']).to.be.an('object').with.property('blindSpots', 'marker-blind-spot');
    expect(data.imports).to.have.length(2);
    expect(data.importsStarted).to.have.length(1);
    expect(data.trendFlags).to.have.length(1);
    expect(data.groupFlags).to.have.length(1);
    expect(data.notificationsAbout.some(({ text }) => typeof text === 'string')).to.equal(true);
    expect(data.auditEntries.map(({ action }) => action)).to.include.members([
      'reporting-line.move',
      'person.exported',
    ]);
    expect(JSON.stringify(copy)).to.not.match(/"(low|high|timeZoneOffsetSeconds|tenantId)":/);
  });

  it('withholds what is about others: their texts, other recipients, the rest of a team, means of groups', async () => {
    const { data } = await read();
    const text = JSON.stringify(data);
    expect(text).to.not.include('Dan goes on');
    const team = data.nominationsReceived.find(({ teamName }) => teamName === 'Two');
    expect(team).to.include({ reason: 'Both of them.' });
    expect(JSON.stringify(team)).to.not.include(acme.id('Bob'));
    expect(JSON.stringify(data.plannedReports)).to.not.include(acme.id('Dan'));
    const drill = data.events.find(({ payload }) => JSON.stringify(payload ?? '').includes('Fire drill'));
    expect(drill).to.include({ isRecipient: true, recipients: 2 });
    expect(JSON.stringify(drill)).to.not.include(acme.id('Dan'));
    for (const received of [...data.notifications, ...data.events].filter(({ type }) => type === 'digest.weekly'))
      expect(JSON.stringify(received)).to.not.match(/3\.7|Dan/);
    expect(data.notifications.find(({ type }) => type === 'digest.weekly')).to.include.keys('id', 'createdAt');
    expect(data.groupFlags[0]).to.have.keys('id', 'weekStart', 'scope', 'subjectId', 'dimension');
    expect(data.importsStarted[0]).to.have.keys('id', 'status', 'createdAt');
    const response = data.responsesGiven[0] ?? {};
    expect(Object.keys(response)).to.not.include.oneOf(['proud', 'qualityOfWork']);
  });

  it('is an access to personal data: the audit log says who read what when', async () => {
    await read('fay@example.test');
    const query = `/audit?userId=${acme.id('Fay')}&action=person.exported`;
    const { body } = await acme.as('Ada').get<{ items: Record<string, string>[] }>(query);
    expect(body.items).to.have.length(1);
    expect(body.items[0]).to.include({ actorId: 'operator', source: 'command_line', userId: acme.id('Fay') });
  });

  it('is refused for an address that nobody has, without an entry in the audit log', async () => {
    const count = async () =>
      (await acme.statement('MATCH (a:AuditEntry {tenantId: $tenantId}) RETURN count(a) AS n'))[0];
    const before = await count();
    const refused = await command('nobody@example.test');
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.equal('Nobody in this tenant has the address "nobody@example.test".\n');
    expect(await count()).to.deep.equal(before);
  });

  it('exports somebody who has left, and nobody of another tenant', async () => {
    const neighbour = await company(api, eveDrawing);
    const { person, data } = await read('old@example.test');
    expect(person.id).to.equal(acme.id('Old'));
    expect(data.person[0]).to.include({ active: false });
    const text = JSON.stringify(await read());
    for (const { id } of neighbour.people) expect(text).to.not.include(id);
  });

  it('is a page that loads nothing and escapes every text', async () => {
    const evil = '<b onload="x">&amp; <%= 1 %></b>';
    await api.graph.statement('MATCH (g:Goal {tenantId: $t, title: "marker-goal"}) SET g.description = $evil', {
      t: acme.tenantId,
      evil,
    });
    const out = path.join(folder, 'eve.html');
    expect(await command(eveAddress, '--format', 'html', '--out', out)).to.deep.equal({
      code: 0,
      out: '',
      err: `Written to ${out}.\n`,
    });
    expect(statSync(out).mode & 0o777).to.equal(0o600);
    const page = readFileSync(out, 'utf8');
    expect(page)
      .to.match(/^<!DOCTYPE html>/)
      .and.to.not.match(/<script|<b onload|<img|<link/);
    const text = textIn(page);
    for (const part of [evil, eve, 'marker-proud', 'marker-nomination of Eve', 'Art. 15(4)']) {
      expect(text).to.include(part);
    }
    for (const { title } of Object.values(personSections)) expect(page).to.include(`<h2>${title.en}</h2>`);
  });

  it('is a page in German, with German names of all fields', async () => {
    const { code, out } = await command(eveAddress, '--format', 'html', '--language', 'de');
    expect(code).to.equal(0);
    for (const { title, about } of Object.values(personSections))
      expect(textIn(out)).to.include(title.de).and.to.include(about.de);
    const german = new Set(Object.values(germanFieldNames));
    const names = [...out.matchAll(/<dt>(.*?)<\/dt>/g)].flatMap(([, name = '']) => name.split(', '));
    expect(names).to.have.length.above(200);
    expect(names.filter((name) => !german.has(name) && !/^\d+$/.test(name))).to.deep.equal([]);
  });
});
