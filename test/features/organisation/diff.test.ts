// checkin org diff: who moved and joined between two times, and what is too few to be told as a flow.
import { expect } from 'chai';
import { compareCharts, diffCharts, type ChartDiff } from '../../../src/features/organisation/import/diff.ts';
import { movePeople, readMoves } from '../../../src/features/organisation/people/move-people.ts';
import type { ExistingPerson } from '../../../src/features/organisation/import/columns.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { header, now, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const person = (email: string, manager: string | null, more: Partial<ExistingPerson> = {}): ExistingPerson => ({
  id: email,
  email,
  name: email.toUpperCase(),
  jobTitle: '',
  team: '',
  department: '',
  roles: [],
  startDate: '',
  active: true,
  teams: 1,
  managerEmails: manager === null ? [] : [manager],
  ...more,
});

describe('the comparison of two charts', () => {
  const heads = [person('t', null, { department: 'Tech' }), person('c', 't', { department: 'Care' })];
  const staff = (manager: string | null, count: number): ExistingPerson[] =>
    Array.from({ length: count }, (_, n) => person(`p${n}`, manager));

  it('lists who has another manager, and who is new, in the order of addresses', () => {
    const before = [...heads, person('x', 'c'), person('y', 'c'), person('z', null)];
    const after = [...heads, person('n', 't'), person('x', 't'), person('y', null), person('z', null)];
    const { moved, joined } = compareCharts(before, after, 5);
    expect(moved).to.deep.equal([
      { email: 'x', name: 'X', from: 'c', to: 't' },
      { email: 'y', name: 'Y', from: 'c', to: null },
    ]);
    expect(joined).to.deep.equal([{ email: 'n', name: 'N', to: 't' }]);
  });

  it('leaves out who has left, and passes over them in the structure', () => {
    const gone = person('g', 't', { active: false });
    const diff = compareCharts(
      [...heads, gone, person('x', 'g')],
      [...heads, { ...gone, managerEmails: ['c'] }, person('x', 'g')],
      5,
    );
    expect(diff.moved).to.deep.equal([]);
    expect([diff.before.layers, diff.after.layers]).to.deep.equal([2, 3]);
  });

  it('tells flows between departments of enough people only, the largest first', () => {
    const flowsOf = (count: number): Pick<ChartDiff, 'flows' | 'smallFlows'> => {
      const { flows, smallFlows } = compareCharts(
        [...heads, ...staff('c', count)],
        [...heads, ...staff('t', count)],
        3,
      );
      return { flows, smallFlows };
    };
    expect(flowsOf(2)).to.deep.equal({ flows: [], smallFlows: 1 });
    expect(flowsOf(3)).to.deep.equal({ flows: [{ from: 'Care', to: 'Tech', people: 3 }], smallFlows: 0 });
    const top = compareCharts([...heads, ...staff('c', 4)], [...heads, ...staff(null, 4)], 3);
    expect(top.flows).to.deep.equal([{ from: 'Care', to: null, people: 4 }]);
  });

  it('counts a move within a department as no flow', () => {
    const two = [...heads, person('d', 't', { department: 'Care' })];
    const diff = compareCharts([...two, ...staff('c', 5)], [...two, ...staff('d', 5)], 3);
    expect([diff.moved.length, diff.flows, diff.smallFlows]).to.deep.equal([5, [], 0]);
  });
});

describe('checkin org diff', () => {
  const api = service();
  const org = organisation(api);
  const { run } = shell();
  const people = [
    'ann,Ann,,Board,Board,,',
    ...['bob', 'cyd'].map((name) => `${name},${name},,${name},${name},ann@a.example,`),
  ];
  const staff = ['dan', 'eve', 'fay'].map((name) => `${name},${name},,bob,bob,bob@a.example,`);
  const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  const bring = async (rows: string[], when: Date): Promise<void> => {
    const csv = [header, ...rows.map((row) => row.replace(',', '@a.example,'))].join('\n');
    expect((await importPeople(api.graph, org.tenant, Buffer.from(csv), { now: when })).faults).to.deep.equal([]);
  };
  beforeEach(async () => {
    await api.graph.statement('MATCH (t:Tenant {id: $id}) SET t.minimumGroup = 3', { id: org.tenant.id });
    await bring([...people, ...staff], at(0));
    const moves = ['dan', 'eve', 'fay'].map((name) => `${name}@a.example,cyd@a.example`);
    const csv = Buffer.from(['email,managerEmail', ...moves].join('\n'));
    expect((await movePeople(api.graph, org.tenant.id, readMoves(csv), { now: at(10) })).faults).to.deep.equal([]);
    await bring(['gus,gus,,cyd,cyd,cyd@a.example,'], at(20));
  });

  it('compares any two times, and an earlier one with now', async () => {
    const view = (seconds: number) => ({
      view: { asOf: at(seconds).toISOString(), planId: null },
      now: at(60).toISOString(),
    });
    const diff = async (from: number, to: number | null): Promise<ChartDiff> =>
      diffCharts(
        api.graph,
        { id: org.tenant.id, minimumGroup: 3 },
        { from: view(from), to: to === null ? null : view(to) },
      );
    const early = await diff(0, 9);
    expect([early.moved, early.joined, early.flows]).to.deep.equal([[], [], []]);
    const move = await diff(9, 10);
    expect(move.moved.map(({ email, from, to }) => [email, from, to])).to.deep.equal(
      ['dan', 'eve', 'fay'].map((name) => [`${name}@a.example`, 'bob@a.example', 'cyd@a.example']),
    );
    expect([move.joined, move.flows]).to.deep.equal([[], [{ from: 'bob', to: 'cyd', people: 3 }]]);
    expect((await diff(10, 20)).joined).to.deep.equal([{ email: 'gus@a.example', name: 'gus', to: 'cyd@a.example' }]);
    const all = await diff(0, null);
    expect([all.moved.length, all.joined.length]).to.deep.equal([3, 1]);
    expect([all.before.people, all.after.people]).to.deep.equal([6, 7]);
    expect([all.before.span?.max, all.after.span?.max]).to.deep.equal([3, 4]);
  });

  it('prints the changes, and a summary beside them', async () => {
    const args = ['org', 'diff', '--tenant', org.tenant.slug, '--from', at(0).toISOString()];
    const { code, out, err } = await run(args);
    expect([code, out.trimEnd().split('\n')]).to.deep.equal([
      0,
      [
        ...['dan', 'eve', 'fay'].map((name) => `moved\t${name}@a.example\tbob@a.example\tcyd@a.example`),
        'joined\tgus@a.example\t\tcyd@a.example',
        'flow\t3\tbob\tcyd',
      ],
    ]);
    expect(err).to.equal(
      '3 people moved, 1 joined.\n' +
        'Before: 6 people, 3 layers, 2 managers, 0 with one report, 1 without a manager, spans 2.1 to 2.9 (P10, P90), median 2.5.\n' +
        'After: 7 people, 3 layers, 2 managers, 0 with one report, 1 without a manager, spans 2.2 to 3.8 (P10, P90), median 3.\n',
    );
    const printed = JSON.parse((await run([...args, '--json'])).out) as ChartDiff;
    expect(printed.flows).to.deep.equal([{ from: 'bob', to: 'cyd', people: 3 }]);
  });

  it('refuses the future, and a beginning after the end', async () => {
    const args = ['org', 'diff', '--tenant', org.tenant.slug, '--from', '2026-11-20'];
    const refusals = await Promise.all([run([...args, '--to', '2026-11-19']), run([...args, '--to', '2199-01-01'])]);
    expect(refusals.map(({ code, out, err }) => [code, out, err])).to.deep.equal([
      [1, '', '--from is later than --to.\n'],
      [1, '', '2199-01-01 is in the future.\n'],
    ]);
  });
});
