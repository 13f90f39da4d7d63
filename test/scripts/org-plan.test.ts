// checkin org plan: from a file of moves to an applied plan and back.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ann, bob, cyd, organisation } from '../support/organisation.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

describe('checkin org plan', () => {
  const api = service();
  const org = organisation(api);
  const { folder, run } = shell();
  // dan and eve below cyd below bob below ann
  const people = [ann, bob, cyd, 'dan@a.example,Dan,,,,cyd@a.example,', 'eve@a.example,Eve,,,,cyd@a.example,'];
  beforeEach(() => org.bring(people));

  const plan = (...args: string[]): Promise<Ran> => run(['org', 'plan', ...args], { CHECKIN_TENANT: org.tenant.slug });
  function file(name: string, ...lines: string[]): string {
    const at = path.join(folder, name);
    writeFileSync(at, ['email,managerEmail', ...lines].join('\n'));
    return at;
  }
  const good = (): string =>
    file('good.csv', 'cyd@a.example,ann@a.example', 'bob@a.example,cyd@a.example', 'eve@a.example,');

  it('writes a draft, shows what it would change, applies it and takes it back', async () => {
    const before = await org.exported();
    const written = await plan('new', good(), '--name', 'Swap');
    expect([written.code, written.err]).to.deep.equal([
      0,
      'A draft of 3 moves; "checkin org plan show" tells what it would change.\n',
    ]);
    const id = written.out.trim();
    const shown = await plan('show', id);
    expect([shown.code, shown.err]).to.deep.equal([0, '']);
    const lines = shown.out.trimEnd().split('\n');
    expect(lines.slice(0, 4)).to.deep.equal([
      'Swap: draft; 3 moves.',
      'move\tcyd@a.example\tbob@a.example → ann@a.example\t2 below',
      'move\tbob@a.example\tann@a.example → cyd@a.example\t3 below',
      'move\teve@a.example\tcyd@a.example → (top)\t0 below',
    ]);
    expect(lines.slice(4)).to.have.members([
      'sight\tann@a.example\t+0\t-1',
      'sight\tbob@a.example\t+0\t-3',
      'sight\tcyd@a.example\t+1\t-1',
      'structure\tlayers\t4 → 3',
      'structure\tmanagers\t3 → 2',
      'structure\tmanagersWithOneReport\t2 → 1',
      'structure\tmeanSpan\t1.3 → 1.5',
      'structure\tp90Span\t1.8 → 1.9',
    ]);
    const sight = (await plan('show', id, '--sight')).out.trimEnd().split('\n');
    expect(sight).to.have.members([
      'ann@a.example\tloses\teve@a.example\tsummary:read',
      'bob@a.example\tloses\tcyd@a.example\tsummary:read',
      'bob@a.example\tloses\tdan@a.example\tsummary:read',
      'bob@a.example\tloses\teve@a.example\tsummary:read',
      'cyd@a.example\tgains\tbob@a.example\tsummary:respond',
      'cyd@a.example\tloses\teve@a.example\tsummary:respond',
    ]);
    const json = JSON.parse((await plan('show', id, '--sight', '--json')).out) as Record<string, unknown[]>;
    expect(json).to.have.all.keys('plan', 'preview', 'sight');
    expect(json['sight']).to.have.length(sight.length);
    expect(await org.exported()).to.equal(before);

    expect(await plan('apply', id)).to.deep.equal({ code: 0, out: 'Swap: applied.\n', err: '' });
    expect((await org.people()).map((row) => row.split(',').slice(0, 6).join())).to.include.members([
      'bob@a.example,Bob,Head,Apps,Tech,cyd@a.example',
      'cyd@a.example,Cyd,,Apps,Tech,ann@a.example',
      'eve@a.example,Eve,,,,',
    ]);
    expect((await plan('show', id)).out).to.equal('Swap: applied; 3 moves.\n');
    expect(await plan('undo', id)).to.deep.equal({ code: 0, out: 'Swap: undone.\n', err: '' });
    expect(await org.exported()).to.equal(before);
    expect((await plan('apply', id)).err).to.equal('The plan is undone: it cannot be applied.\n');
    expect((await run(['org', 'move', '--help'])).out).to.match(/A move has no undo; "org plan" makes the same moves/);
    expect((await plan('ls')).out).to.equal(`${id}\tundone\t\t3\tSwap\n`);
    expect(await plan('ls', '--status', 'draft')).to.deep.equal({
      code: 0,
      out: '',
      err: `0 plans of ${org.tenant.slug}.\n`,
    });
  });

  it('reads a file with titles of its own, as "org move" does: --map says what they mean', async () => {
    const at = path.join(folder, 'titles.csv');
    writeFileSync(at, 'Mail;New boss;Note\ncyd@a.example;ann@a.example;x\n');
    const titles = ['--map', 'New boss=managerEmail'];
    const unknown = await plan('new', at, '--name', 'Swap');
    expect(unknown.err).to.match(/lacks the column managerEmail.*--map "title=managerEmail" names the one/);
    expect((await plan('new', at, '--name', 'Swap', ...titles)).code).to.equal(0);
    const move = (...more: string[]) => run(['org', 'move', ...more, '--tenant', org.tenant.slug]);
    expect((await move('--file', at)).err).to.include('--map "title=managerEmail"');
    const wrong = await move('--file', at, '--map', 'New boss=boss');
    expect([wrong.code, wrong.out]).to.deep.equal([1, '']);
    expect(await move('--file', at, ...titles)).to.deep.equal({
      code: 0,
      out: 'Moved 1 person; 0 unchanged.\n',
      err: '',
    });
    expect((await move('cyd@a.example', '--to', 'bob@a.example', ...titles)).err).to.match(
      /^error: --map is for a --file/,
    );
    expect((await move('--file', at, '--map', 'New boss')).code).to.equal(2);
  });

  it('finds managers by what an import takes: a number, an id, a full name', async () => {
    await org.bring([
      ...people,
      'lea@a.example,Lea Ode,,,,ann@a.example,',
      'kim@a.example,Kim Roy,,,,ann@a.example,',
      'mia@a.example,Kim Roy,,,,ann@a.example,',
    ]);
    await org.bring(Buffer.from('email,name,employeeNumber\nbob@a.example,Bob,E-2\n'));
    const id = (await org.exported()).match(/ann@a\.example,.*,(\S+)/)?.[1];
    const moves = file('names.csv', `cyd@a.example,Lea Ode`, `dan@a.example,E-2`, `eve@a.example,${id}`);
    const written = await plan('new', moves, '--name', 'Names');
    expect([written.code, written.err]).to.deep.equal([
      0,
      'A draft of 3 moves; "checkin org plan show" tells what it would change.\n',
    ]);
    const expected = [
      'cyd@a.example\tbob@a.example → lea@a.example',
      'dan@a.example\tcyd@a.example → bob@a.example',
      'eve@a.example\tcyd@a.example → ann@a.example',
    ];
    const shown = (await plan('show', written.out.trim())).out;
    for (const line of expected) expect(shown).to.include(`move\t${line}\t`);
    const move = (from: string) => run(['org', 'move', '--file', from, '--dry-run', '--tenant', org.tenant.slug]);
    const moved = (await move(moves)).out;
    for (const line of expected) expect(moved).to.include(`moved\t${line}\n`);
    const unsure = file(
      'unsure.csv',
      'cyd@a.example,Kim Roy',
      'dan@a.example,No Body',
      'eve@a.example,E-9',
      'bob@a.example,zed@a.example',
    );
    const refused = [
      'row 2: manager "Kim Roy" is the name of 2 people: name them by address, number or id',
      'row 3: manager "No Body" is nobody’s name: name them by address, number or id',
      'row 4: manager "E-9" is nobody in your tenant',
      'row 5: managerEmail "zed@a.example" is nobody in your tenant',
      `${unsure} has 4 faults; nothing was changed.`,
      '',
    ];
    expect((await plan('new', unsure, '--name', 'Unsure')).err.split('\n')).to.deep.equal(refused);
    expect((await move(unsure)).err.split('\n')).to.deep.equal(refused);
  });

  it('names the rows of a file that has faults, and writes nothing', async () => {
    const bad = file(
      'bad.csv',
      'zed@a.example,ann@a.example',
      '',
      'dan@a.example,zoe@a.example',
      'bob@a.example,bob@a.example',
    );
    expect(await plan('new', bad, '--name', 'Bad')).to.deep.equal({
      code: 1,
      out: '',
      err:
        'row 2: email "zed@a.example" is nobody in your tenant\nrow 4: managerEmail "zoe@a.example" is nobody in your tenant\n' +
        `row 5: bob@a.example is part of a cycle of these moves\n${bad} has 3 faults; nothing was changed.\n`,
    });
    const past = await plan('new', good(), '--name', 'Late', '--on', '2020-01-01');
    expect([past.code, past.out, past.err]).to.deep.equal([1, '', 'effectiveOn must not be in the past.\n']);
    for (const day of ['2026-02-30', '2200-01-01', '2026-12-01T00:00:00Z'])
      expect((await plan('new', good(), '--name', 'Never', '--on', day)).code, day).to.equal(2);
    const large = file('large.csv', ...Array.from({ length: 100_001 }, (_, row) => `p${row}@a.example,ann@a.example`));
    const refused = await plan('new', large, '--name', 'Large');
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.include('The file has 100001 moves; a plan has at most 100000.');
    expect((await plan('ls')).out).to.equal('');
  });

  it('reviews a plan, and ends with code 1 and a sentence what is not possible', async () => {
    const id = (await plan('new', good(), '--name', 'Swap', '--on', '2199-12-31')).out.trim();
    expect((await plan('submit', id)).out).to.equal('Swap: scheduled for 2199-12-31.\n');
    expect((await plan('reject', id, '--reason', 'Not yet.')).out).to.equal('Swap: draft.\n');
    expect((await plan('show', id)).out).to.match(/^Swap: draft, for 2199-12-31; 3 moves\.\nRejected: Not yet\.\n/);
    const undo = await plan('undo', id);
    expect([undo.code, undo.out, undo.err]).to.deep.equal([1, '', 'The plan is draft: it cannot be undone.\n']);
    await run(['org', 'move', 'eve@a.example', '--to', 'bob@a.example'], { CHECKIN_TENANT: org.tenant.slug });
    const show = await plan('show', id);
    expect([show.code, show.err]).to.deep.equal([1, 'The plan has 1 fault and cannot be applied.\n']);
    expect(show.out).to.include('fault\teve@a.example\tMOVED_SINCE\n');
    expect((await plan('cancel', id)).out).to.equal('Swap: cancelled.\n');
    expect((await plan('show', 'swap')).err).to.include('is not the id of a plan');
    expect((await plan('approve', '7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11')).err).to.equal(
      'The plan was not found in your tenant.\n',
    );
  });

  it('has a fault for each move whose person or new manager was erased, and keeps nobody from being erased', async () => {
    const moves = file(
      'erased.csv',
      'eve@a.example,ann@a.example',
      'dan@a.example,eve@a.example',
      'cyd@a.example,ann@a.example',
    );
    const id = (await plan('new', moves, '--name', 'Gone')).out.trim();
    const erased = await run(['org', 'erase', 'eve@a.example', '--yes', '--tenant', org.tenant.slug]);
    expect([erased.code, erased.err]).to.deep.equal([0, 'Erased eve@a.example.\n']);
    const shown = await plan('show', id);
    expect(shown.out.match(/^fault\t\S+\tUSER_NOT_FOUND$/gm)).to.have.length(2);
    expect(shown.out).to.include('fault\tdan@a.example\tUSER_NOT_FOUND\n').and.to.include('move\tcyd@a.example\t');
    const applied = await plan('apply', id);
    expect([applied.code, applied.out]).to.deep.equal([1, '']);
    expect(applied.err).to.match(/^The plan has faults, and nothing was changed: USER_NOT_FOUND for /);
    const [row] = await api.graph.statement(
      `MATCH (u:User {tenantId: $id, name: 'Cyd'})-[:REPORTS_TO]->(m) RETURN m.name AS manager`,
      { id: org.tenant.id },
    );
    expect(row).to.deep.equal({ manager: 'Bob' });
  });

  it('writes a page with both charts and the sight gained and lost, in which no value is markup', async () => {
    await org.bring([ann, bob, cyd, 'dan@a.example,<b>Dan</b>,<%= 1 %>,,,cyd@a.example,']);
    const moves = file('page.csv', 'dan@a.example,ann@a.example', 'eve@a.example,bob@a.example');
    const id = (await plan('new', moves, '--name', 'A <i>page</i>')).out.trim();
    const out = path.join(folder, 'plan.html');
    expect(await plan('report', id, '--out', out)).to.deep.equal({ code: 0, out: '', err: `Written to ${out}.\n` });
    const page = readFileSync(out, 'utf8');
    expect(page)
      .to.include('A &lt;i&gt;page&lt;/i&gt;')
      .and.to.include('&lt;b&gt;Dan&lt;/b&gt;')
      .and.to.include('&lt;%= 1 %&gt;');
    expect(page).to.not.match(/<b>Dan|<i>page|<script|https?:/);
    const [before = '', after = ''] = page.split('After the moves');
    const outline = (html: string): string[] =>
      [...html.matchAll(/<strong[^>]*>([^<]+)/g)].map(([, name = '']) => name);
    expect(outline(before)).to.deep.equal(['Ann', 'Bob', 'Cyd', '&lt;b&gt;Dan&lt;/b&gt;', 'Eve']);
    expect(outline(after)).to.deep.equal(['Ann', '&lt;b&gt;Dan&lt;/b&gt;', 'Bob', 'Eve']);
    expect(page).to.match(/<td>Cyd<\/td><td class="number">0<\/td><td class="number">2<\/td>/);
    expect(page).to.match(/<td>Bob<\/td><td>loses<\/td><td>&lt;b&gt;Dan&lt;\/b&gt;<\/td><td>what they write<\/td>/);
    expect(page).to.match(/<td>Bob<\/td><td>gains<\/td><td>Eve<\/td><td>their board and profile<\/td>/);
    expect((await plan('report', id)).out).to.match(/^<!DOCTYPE html>/);
  });
});
