// checkin org import and export: what a file says is what the organisation becomes.
import { expect } from 'chai';
import { toTenantLabel } from '../../../src/platform/graph/queries/query-files.ts';
import { ann, bob, cyd, fieldsOf, header, now, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';

describe('org import', () => {
  const api = service();
  const org = organisation(api);

  it('creates people, teams and lines from rows in any order, all marked with the tenant', async () => {
    const { faults, created } = await org.bring([cyd, ann, bob]);
    expect(faults).to.deep.equal([]);
    expect(created.map(({ email }) => email)).to.deep.equal(['ann@a.example', 'bob@a.example', 'cyd@a.example']);
    expect(await org.people()).to.deep.equal([ann, bob, cyd]);
    const label = `T_${org.tenant.id.replaceAll('-', '')}`;
    const nodes = (await org.nodes()).filter(({ labels }) => !(labels as string[]).includes('Tenant'));
    expect(nodes.map(({ labels }) => labels)).to.satisfy((all: string[][]) =>
      all.every((labels) => labels.includes(label)),
    );
    expect(nodes.find(({ email }) => email === 'ann@a.example')).to.deep.include({
      active: true,
      createdAt: now.toISOString().replace('.000', ''),
    });
  });

  it('tells since when a person has had their first manager; the audit entry of the import counts new people', async () => {
    await org.bring([ann, bob, cyd]);
    expect(await org.lines()).to.deep.equal([
      'Bob → Ann since 2026-11-20T10:00:00Z',
      'Cyd → Bob since 2026-11-20T10:00:00Z',
    ]);
    const entries = await api.graph.statement(
      'MATCH (a:AuditEntry:$($label) {tenantId: $id}) RETURN a.action AS action, a.created AS created, a.moved AS moved',
      { id: org.tenant.id, label: toTenantLabel(org.tenant.id) },
    );
    expect(entries).to.deep.include({ action: 'organisation.import', created: 3, moved: 0 });
    expect(entries.map(({ action }) => action)).to.not.include('reporting-line.move');
  });

  it('changes nothing at all when the same file comes again', async () => {
    await org.bring([ann, bob, cyd]);
    const before = await org.nodes();
    expect(await org.bring([cyd, bob, ann])).to.deep.include({
      created: [],
      changed: [],
      moved: [],
      unchanged: 3,
      leftOut: [],
    });
    expect(await org.nodes()).to.deep.equal(before);
  });

  it('changes, moves and promotes to the top, and leaves the entries of a move', async () => {
    await org.bring([ann, bob, cyd]);
    const result = await org.bring(
      [
        'ANN@a.example,Ann Lee,CEO,,,,admin',
        'bob@a.example,Bob,Head,Infra,Tech,,',
        'cyd@a.example,Cyd,,,,ann@a.example,senior_manager;people_team',
      ],
      { emptyClears: true },
    );
    expect(fieldsOf(result.changed)).to.deep.equal([
      { email: 'ann@a.example', fields: ['name'] },
      { email: 'bob@a.example', fields: ['team'] },
      { email: 'cyd@a.example', fields: ['department', 'team'] },
    ]);
    expect(result.moved).to.deep.equal([
      { email: 'bob@a.example', from: 'ann@a.example', to: '' },
      { email: 'cyd@a.example', from: 'bob@a.example', to: 'ann@a.example' },
    ]);
    expect(await org.people()).to.deep.equal([
      'ann@a.example,Ann Lee,CEO,,,,admin',
      'bob@a.example,Bob,Head,Infra,Tech,,',
      'cyd@a.example,Cyd,,,,ann@a.example,senior_manager;people_team',
    ]);
    const at = '2026-11-20T10:00:00Z';
    expect(await org.moves()).to.deep.equal([
      { actor: 'operator', who: 'Bob', from: 'Ann Lee', to: null, at },
      { actor: 'operator', who: 'Cyd', from: 'Bob', to: 'Ann Lee', at },
    ]);
    expect(await org.lines()).to.deep.equal([
      `Bob → Ann Lee since ${at} until ${at}`,
      `Cyd → Bob since ${at} until ${at}`,
      `Cyd → Ann Lee since ${at}`,
    ]);
  });

  it('leaves people who are not in the file as they are, and names them; they may be managers', async () => {
    await org.bring([ann, bob]);
    const result = await org.bring([cyd]);
    expect(result.leftOut).to.deep.equal(['ann@a.example', 'bob@a.example']);
    expect(await org.people()).to.deep.equal([ann, bob, cyd]);
  });

  it('names those who are not in the file and come into another department with their team', async () => {
    await org.bring([ann, bob, 'dan@a.example,Dan,,Platform,Tech,ann@a.example,']);
    const result = await org.bring(['bob@a.example,Bob,Head,Platform,Care,ann@a.example,'], { dryRun: true });
    expect(result.departments).to.deep.equal([
      { team: 'Platform', from: 'Tech', to: 'Care', leftOut: ['dan@a.example'] },
    ]);
    const gone = await org.bring(['bob@a.example,Bob,Head,Other,Care,ann@a.example,'], { dryRun: true });
    expect(gone.departments).to.deep.equal([]);
  });

  it('brings back who had left only if the row says so, with no role but those of the row', async () => {
    await org.bring([ann, bob.replace(/,$/, ',people_team')]);
    const [left = {}] = await api.graph.statement(
      'MATCH (u:User {tenantId: $id, name: "Bob"}) SET u.active = false RETURN u.id AS id',
      { id: org.tenant.id },
    );
    const id = String(left['id']);
    expect((await org.bring([cyd])).faults).to.deep.equal([
      { row: 2, message: 'manager bob@a.example has left; add a row for them if they are back' },
    ]);
    const before = await org.nodes();
    const way = 'write their id into the column returns; if this is somebody else, write yes into the column newPerson';
    expect((await org.bring([bob, cyd])).faults).to.deep.equal([
      {
        row: 2,
        message: `bob@a.example is the address of Bob (${id}), who has left: if they are back, ${way}`,
      },
    ]);
    expect(await org.nodes()).to.deep.equal(before);
    const file = [`${header},returns`, `${bob},${id}`, `${cyd},`].join('\n');
    expect(fieldsOf((await org.bring(Buffer.from(file))).changed)).to.deep.equal([
      { email: 'bob@a.example', fields: ['roles', 'active'] },
    ]);
    expect(await org.people()).to.deep.equal([ann, bob, cyd]);
  });

  it('gives a team another department', async () => {
    await org.bring([ann, bob, cyd]);
    const result = await org.bring([bob.replace('Tech', 'Product')]);
    expect(fieldsOf(result.changed)).to.deep.equal([{ email: 'bob@a.example', fields: ['department'] }]);
    expect(result.unchanged).to.equal(0);
    expect(await org.people()).to.deep.equal([ann, bob.replace('Tech', 'Product'), cyd.replace('Tech', 'Product')]);
  });

  it('gives back cells that look like formulas exactly', async () => {
    const names = ['=1+1', "'=1+1", "''@x", '-', "'t Hooft", '+49', '＝1+1', '＋', "'－x", '＠x'];
    await org.bring(
      names.map((name, index) => `p${index}@a.example,${name.replace(/^('*[=+\-@＝＋－＠])/, "'$1")},,,,,`),
    );
    expect((await org.nodes()).flatMap(({ email, name }) => (email ? [name] : []))).to.have.members(names);
    const before = await org.nodes();
    expect(await org.exported()).to.not.match(/(^|,)[=+@＝＋－＠-]/m);
    expect(await org.bring(Buffer.from(await org.exported()))).to.deep.include({ unchanged: 10, faults: [] });
    expect(await org.nodes()).to.deep.equal(before);
  });

  type Optional = Record<'field' | 'first' | 'second' | 'fault', string> & {
    title?: string;
    stored?: string;
    wrong: string[];
  };
  const optional: Optional[] = [
    {
      field: 'startDate',
      first: '2026-11-23',
      second: '1999-12-31',
      wrong: ['2026-02-30', '31.11.2026', '46342'],
      fault: 'is not a date such as 2026-11-16, from 1900 to 2199',
    },
    {
      field: 'preferredLanguage',
      title: 'Sprache',
      first: 'de-DE',
      second: 'en_GB',
      wrong: ['German'],
      fault: 'is not a language such as de or en-GB',
    },
    {
      field: 'timezone',
      first: 'europe/lisbon',
      stored: 'Europe/Lisbon',
      second: 'Asia/Tokyo',
      wrong: ['Mars/Olympus'],
      fault: 'is not a time zone such as Europe/Berlin',
    },
  ];
  for (const { field, title = field, first, stored = first, second, wrong, fault } of optional) {
    it(`takes the optional column ${field}: a value sets, no column leaves, an empty cell takes away if the user says so`, async () => {
      const rows = [ann, bob, cyd];
      const file = (...cells: string[]): Buffer =>
        Buffer.from([`${header},${title}`, ...rows.map((row, i) => `${row},${cells[i] ?? ''}`)].join('\n'));
      const kept = async (): Promise<unknown[]> =>
        (await org.nodes())
          .filter(({ email }) => email)
          .sort((a, b) => String(a['email']).localeCompare(String(b['email'])))
          .map((node) => node[field] ?? null);
      await org.bring(file(first, '', second));
      expect(await kept()).to.deep.equal([stored, null, second]);
      const before = await org.nodes();
      expect(await org.exported()).to.match(
        /^.*,roles,startDate,timezone,employeeNumber,externalId,preferredLanguage,region,workingDays,checkInsExpected,id\nann@a\.example,Ann,CEO,,,,admin,/,
      );
      for (const again of [Buffer.from(await org.exported()), Buffer.from([header, ...rows].join('\n'))]) {
        expect(await org.bring(again)).to.deep.include({ unchanged: 3, faults: [] });
        expect(await org.nodes()).to.deep.equal(before);
      }
      expect((await org.bring([ann.replace('CEO', 'Boss'), bob, cyd])).changed).to.have.length(1);
      expect(await kept()).to.deep.equal([stored, null, second]);
      expect((await org.bring(file('', '', ''))).changed).to.have.length(1);
      expect(await kept()).to.deep.equal([stored, null, second]);
      await org.bring([ann.replace('CEO', 'Boss'), bob, cyd]);
      const { changed } = await org.bring(file('', second, second), { emptyClears: true });
      expect(fieldsOf(changed)).to.deep.equal([
        { email: 'ann@a.example', fields: ['jobTitle', field] },
        { email: 'bob@a.example', fields: [field] },
      ]);
      expect(await kept()).to.deep.equal([null, second, second]);
      const { faults } = await org.bring(file(...wrong));
      expect(faults).to.deep.equal(
        wrong.map((cell, i) => ({ row: i + 2, message: `${field} ${JSON.stringify(cell)} ${fault}` })),
      );
    });
  }

  it('reaches nobody of another tenant, neither by address nor as a manager', async () => {
    const other = await org.another();
    await org.bring([ann, bob], { to: other });
    const before = await org.nodes(other);
    expect((await org.bring([bob], { dryRun: true })).pending).to.deep.equal([
      { email: 'bob@a.example', manager: 'ann@a.example' },
    ]);
    expect((await org.bring([ann.replace('Ann', 'Anna'), bob])).created).to.have.length(2);
    expect(await org.nodes(other)).to.deep.equal(before);
  });
});
