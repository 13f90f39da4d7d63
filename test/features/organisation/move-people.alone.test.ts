// Moving many people at once: judged together, all or nothing.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { movePeople, readMoves, type MoveResult } from '../../../src/features/organisation/people/move-people.ts';
import { interfered } from '../../support/interfered.ts';
import { untilOneIsBlocked } from '../../support/locks.ts';
import { ann, bob, cyd, now, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const dan = 'dan@a.example,Dan,,,,cyd@a.example,';

describe('moving people from a file', () => {
  const api = service();
  const org = organisation(api);
  const { folder, run } = shell();
  beforeEach(() => org.bring([ann, bob, cyd, dan])); // a line: dan below cyd below bob below ann

  const move = (lines: string[], { dryRun = false, graph = api.graph } = {}): Promise<MoveResult> => {
    const csv = Buffer.from(['email,managerEmail', ...lines].join('\n'));
    return movePeople(graph, org.tenant.id, readMoves(csv), { dryRun, now });
  };
  const managers = async (): Promise<Record<string, unknown>> => {
    const rows = await api.graph.statement(
      `MATCH (u:User {tenantId: $id}) OPTIONAL MATCH (u)-[:REPORTS_TO]->(m)
       RETURN u.name AS name, m.name AS manager ORDER BY name`,
      { id: org.tenant.id },
    );
    return Object.fromEntries(rows.map(({ name, manager }) => [name as string, manager]));
  };

  it('lets people change places, which is a cycle only for who looks at one row', async () => {
    const result = await move([
      'BOB@a.example ,cyd@a.example',
      'cyd@a.example,ann@a.example',
      'dan@a.example,cyd@a.example',
    ]);
    expect(result).to.deep.equal({
      applied: true,
      moved: [
        { email: 'bob@a.example', from: 'ann@a.example', to: 'cyd@a.example' },
        { email: 'cyd@a.example', from: 'bob@a.example', to: 'ann@a.example' },
      ],
      unchanged: ['dan@a.example'],
      faults: [],
    });
    expect(await managers()).to.deep.equal({ Ann: null, Bob: 'Cyd', Cyd: 'Ann', Dan: 'Cyd' });
    const at = '2026-11-20T10:00:00Z';
    expect(await org.moves()).to.deep.equal([
      { actor: 'operator', who: 'Bob', from: 'Ann', to: 'Cyd', at },
      { actor: 'operator', who: 'Cyd', from: 'Bob', to: 'Ann', at },
    ]);
  });

  it('moves to the top where there is no manager, and counts as one change of the organisation', async () => {
    const revision = async (): Promise<unknown> =>
      (await org.nodes()).find(({ labels }) => (labels as string[]).includes('Tenant'))?.['revision'];
    const before = await revision();
    expect((await move(['cyd@a.example,', 'dan@a.example,bob@a.example'])).moved.map(({ to }) => to)).to.deep.equal([
      '',
      'bob@a.example',
    ]);
    expect(await managers()).to.deep.equal({ Ann: null, Bob: 'Ann', Cyd: null, Dan: 'Bob' });
    expect(await revision()).to.equal((before as number) + 1);
    await move(['cyd@a.example,', 'dan@a.example,bob@a.example']);
    expect(await revision()).to.equal((before as number) + 1);
  });

  it('changes nothing when it has a fault, and lists every fault with its row', async () => {
    await org.bring([ann, bob, cyd, dan, 'eve@a.example,Eve,,,,ann@a.example,']);
    await run(['org', 'deactivate', 'eve@a.example', '--tenant', org.tenant.slug]);
    const before = await org.nodes();
    const { faults, applied } = await move([
      'ann@a.example,dan@a.example',
      'bob@a.example,zed@a.example',
      '',
      'zoe@a.example,ann@a.example',
      'dan@a.example,eve@a.example',
      'dan@a.example,ann@a.example',
      ',ann@a.example',
      'cyd,ann@a.example',
      'cyd@a.example,ann@a.example,',
    ]);
    expect(applied).to.equal(false);
    expect(faults).to.deep.equal([
      { row: 2, message: 'ann@a.example would stand above themselves' },
      { row: 3, message: 'managerEmail "zed@a.example" is nobody in your tenant' },
      { row: 5, message: 'email "zoe@a.example" is nobody in your tenant' },
      { row: 6, message: 'dan@a.example would stand above themselves' },
      { row: 6, message: 'dan@a.example would report to somebody who has left' },
      { row: 7, message: 'email "dan@a.example" is in an earlier move' },
      { row: 8, message: 'email "" is nobody in your tenant' },
      { row: 9, message: 'email "cyd" is nobody in your tenant' },
      { row: 10, message: 'has 3 cells where the header has 2' },
    ]);
    expect(await org.nodes()).to.deep.equal(before);
  });

  it('refuses someone as their own manager, and a cycle among those who move', async () => {
    const message = (name: string): string => `${name}@a.example is part of a cycle of these moves`;
    expect((await move(['dan@a.example,dan@a.example'])).faults).to.deep.equal([{ row: 2, message: message('dan') }]);
    expect((await move(['dan@a.example,bob@a.example', 'bob@a.example,dan@a.example'])).faults).to.deep.equal([
      { row: 2, message: message('dan') },
      { row: 3, message: message('bob') },
    ]);
  });

  it('writes nothing when it breaks off in the middle', async () => {
    const before = await org.nodes();
    const graph = interfered(api.graph, async (name, write) => {
      const row = await write();
      if (name === 'organisation/move_people') throw new Error('out of order');
      return row;
    });
    const failure = await move(['dan@a.example,ann@a.example'], { graph }).catch((error: Error) => error.message);
    expect(failure).to.equal('out of order');
    expect(await org.nodes()).to.deep.equal(before);
  });

  it('waits for a move that holds the tenant, and judges by what that one has done', async () => {
    await move(['dan@a.example,']); // plans the queries: a transaction that lacks a plan begins again
    // the second begins while the first holds the tenant: each is right by itself, together they are a cycle
    let second: Promise<MoveResult> | undefined;
    const holder = interfered(api.graph, async (name, write) => {
      if (name === 'organisation/move_people') {
        second = move(['ann@a.example,dan@a.example', 'bob@a.example,']);
        await Promise.race([second, untilOneIsBlocked(api.graph)]);
      }
      return write();
    });
    const first = await move(['dan@a.example,ann@a.example'], { graph: holder });
    expect([first.applied, (await second)?.applied]).to.deep.equal([true, false]);
    expect(await managers()).to.deep.equal({ Ann: null, Bob: 'Ann', Cyd: 'Bob', Dan: 'Ann' });
  });

  it('from the command line says what it did, or would do', async () => {
    const at = (name: string, lines: string[]): string => {
      const file = path.join(folder, name);
      writeFileSync(file, lines.join('\n'));
      return file;
    };
    const good = at('moves.csv', ['managerEmail,email', 'ann@a.example,dan@a.example', 'bob@a.example,cyd@a.example']);
    const bad = at('bad.csv', ['email,chief', 'dan@a.example,ann@a.example']);
    const env = { CHECKIN_TENANT: org.tenant.slug };
    const file = (name: string, ...more: string[]) => run(['org', 'move', '--file', name, ...more], env);
    const [dry, refused, missing, both, neither] = await Promise.all([
      file(good, '--dry-run'),
      file(bad),
      file(path.join(folder, 'none.csv')),
      file(good, '--to', 'ann@a.example'),
      run(['org', 'move', 'dan@a.example'], env),
    ]);
    expect(dry).to.deep.equal({
      code: 0,
      out: 'moved\tdan@a.example\tcyd@a.example → ann@a.example\nWould move 1 person; 1 unchanged.\n',
      err: 'Dry run: nothing was changed.\n',
    });
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.equal(
      `row 1: lacks the column managerEmail; of "chief", --map "title=managerEmail" names the one that is meant\n${bad} has 1 fault; nothing was changed.\n`,
    );
    expect([missing.code, missing.err]).to.deep.equal([
      1,
      `${path.join(folder, 'none.csv')} cannot be read (ENOENT).\n`,
    ]);
    expect([both.code, neither.code]).to.deep.equal([2, 2]);
    expect(await org.moves()).to.deep.equal([]);
    expect(await file(good)).to.deep.equal({ code: 0, out: 'Moved 1 person; 1 unchanged.\n', err: '' });
    expect(JSON.parse((await file(good, '--json')).out)).to.deep.equal({
      applied: true,
      moved: [],
      unchanged: ['dan@a.example', 'cyd@a.example'],
      faults: [],
    });
    expect(await org.moves()).to.have.length(1);
  });
});
