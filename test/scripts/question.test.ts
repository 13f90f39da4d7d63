// The command `question`: questions of options and of files, all or none, by the rules of the API.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { company, userToken, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const api = service();
const { folder, run } = shell();
let acme: Company;
type Env = NodeJS.ProcessEnv;
type Listed = Record<string, unknown> & { id: string; text: Record<string, string> };

const checkin = (words: string[], env: Env = {}): Promise<Ran> =>
  run(['question', ...words], { CHECKIN_TENANT: acme.tenantId, ...env });
const as = async (name: string): Promise<Env> => ({
  CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id(name)),
});
const address = (name: string): string => acme.people.find((person) => person.name === name)?.email ?? '';
function write(name: string, ...lines: string[]): string {
  writeFileSync(path.join(folder, name), lines.join('\n'));
  return path.join(folder, name);
}
const listed = async (...words: string[]): Promise<Listed[]> =>
  JSON.parse((await checkin(['ls', '--json', ...words])).out) as Listed[];
const textsOf = (questions: Listed[]): string[] => questions.map(({ text }) => Object.values(text)[0] ?? '');
const add = (...words: string[]): Promise<Ran> =>
  checkin(['add', '--kind', 'text', '--audience', 'tenant', '--text', ...words]);
const header =
  'kind,audience,text.en,text.de,points,low.en,options.en,options.de,several,required,frequency,everyWeeks,from,to';

describe('checkin question', () => {
  beforeEach(async () => {
    acme = await company(api, 'Ada (admin)\n  Mia [Sales]\n    Bob [Sales]\n  Gus [IT]\nPia (people_team)');
  });

  it('asks a question of options, as the API would, and lists and ends it', async () => {
    const words = [
      '--kind',
      'scale',
      '--points',
      '5',
      '--text',
      'en=How clear is it?',
      '--text',
      'de=Wie klar ist es?',
    ];
    const more = ['--low', 'en=Not at all', '--required', '--frequency', 'every_n_weeks', '--every-weeks', '2'];
    const { code, out, err } = await checkin([
      'add',
      ...words,
      ...more,
      '--audience',
      'team:sales',
      '--from',
      '2026-11-18',
    ]);
    expect([code, err]).to.deep.equal([0, 'Asked 1 question.\n']);
    const [id = ''] = out.split('\t');
    expect(out).to.equal(`${id}\tteam:Sales\tevery 2 weeks\tscale\tHow clear is it?\n`);
    const { body } = await acme.as('Ada').get(`/questions/${id}`);
    expect(body).to.deep.include({
      kind: 'scale',
      text: { en: 'How clear is it?', de: 'Wie klar ist es?' },
      low: { en: 'Not at all' },
      points: 5,
      audience: { type: 'team', name: 'Sales' },
      frequency: 'every_n_weeks',
      everyWeeks: 2,
      isRequired: true,
      from: '2026-11-16',
    });
    expect(body).to.not.have.property('createdBy');
    expect(await listed()).to.deep.equal([body]);
    expect((await checkin(['ls'])).out).to.equal(`${id}\topen\tteam:Sales\tevery 2 weeks\tscale\tHow clear is it?\n`);
    expect(await checkin(['end', id])).to.deep.equal({ code: 0, out: '', err: 'Ended.\n' });
    expect(await listed()).to.deep.equal([]);
    const again = await checkin(['end', id]);
    expect([again.code, again.err]).to.deep.equal([1, 'The question was not found in your tenant.\n']);
    expect((await checkin(['end', 'x'])).err).to.include('"x" is not the id of a question');
  });

  it('keeps a question with answers when it ends, and lists those that are open', async () => {
    await add('en=First');
    const { out } = await add('en=Second', '--from', '2026-11-16');
    const [id = ''] = out.split('\t');
    const answers = [{ questionId: id, text: 'Nothing.' }];
    expect((await acme.as('Bob').put('/me/answers/2026-11-16', { answers })).status).to.equal(200);
    expect((await checkin(['end', id])).code).to.equal(0);
    expect(textsOf(await listed())).to.deep.equal(['Second', 'First']);
    expect(textsOf(await listed('--open'))).to.deep.equal(['First']);
    expect((await checkin(['ls'])).out).to.match(/\tended\t.*Second\n.*\topen\t.*First\n$/);
  });

  it('asks the questions of a file, in its order, with the options of each language', async () => {
    const file = write(
      'questions.csv',
      header,
      'text,tenant,What blocks you?,,,,,,,yes,,,2026-11-16,2026-12-14',
      'choice,department:sales,Where?,Wo?,,,Home;Office,Zuhause;Büro,yes,,first_week_of_month,,,',
      `scale,below:${address('Mia')},How is it?,,7,Bad,,,,,every_n_weeks,3,,`,
    );
    const tried = await checkin(['add', '--file', file, '--dry-run']);
    expect(tried.out).to.match(/^tenant\tweekly\ttext\tWhat blocks you\?\ndepartment:Sales\t/);
    expect([tried.code, tried.err]).to.deep.equal([0, 'Would ask 3 questions. Dry run: nothing was changed.\n']);
    expect(await listed()).to.deep.equal([]);
    const { code, err } = await checkin(['add', '--file', file]);
    expect([code, err]).to.deep.equal([0, 'Asked 3 questions.\n']);
    const [below, choice, text] = await listed();
    expect(text).to.deep.include({ isRequired: true, from: '2026-11-16', to: '2026-12-14' });
    expect(choice).to.deep.include({ isSeveral: true, isRequired: false, frequency: 'first_week_of_month' });
    expect(choice?.['options']).to.deep.equal([
      { en: 'Home', de: 'Zuhause' },
      { en: 'Office', de: 'Büro' },
    ]);
    expect(below).to.deep.include({ audience: { type: 'below', userId: acme.id('Mia') }, points: 7, everyWeeks: 3 });
    const shown = `below:${address('Mia')}\tevery 3 weeks\tscale\tHow is it?\n`;
    expect(tried.out.split('\n').slice(2).join('\n')).to.equal(shown);
    expect((await checkin(['ls'])).out.slice(0, 200)).to.include(`\topen\t${shown}`);
    expect((await checkin(['ls', '--format', 'csv'])).out).to.include(`below:${acme.id('Mia')}`);
    expect((await acme.as('Ada').get<{ items: unknown[] }>('/questions')).body.items).to.have.length(3);
  });

  it('prints a CSV that it takes again', async () => {
    const file = write(
      'given.csv',
      header,
      'choice,department:Sales,=1+1?,Wo?,,,Home;Office,Zuhause;Büro,no,yes,weekly,,2026-11-16,',
      `scale,below:${address('Mia')},How is it?,,7,Bad,,,,no,every_n_weeks,3,2026-11-16,2026-12-21`,
    );
    expect((await checkin(['add', '--file', file])).code).to.equal(0);
    const before = await listed();
    const { out } = await checkin(['ls', '--format', 'csv']);
    expect(out).to.include("'=1+1?");
    for (const { id } of before) await checkin(['end', id]);
    const { code, err } = await checkin(['add', '--file', write('printed.csv', out)]);
    expect([code, err]).to.deep.equal([0, 'Asked 2 questions.\n']);
    const bare = (questions: Listed[]): unknown[] => questions.map(({ id: _id, createdAt: _at, ...rest }) => rest);
    expect(bare(await listed())).to.have.deep.members(bare(before));
  });

  it('asks the questions of a JSON file, as bodies of the API', async () => {
    const questions = [
      {
        kind: 'yes_no',
        text: { en: 'Well?' },
        audience: { type: 'team', name: 'IT' },
        frequency: 'once',
        from: '2026-11-16',
      },
      { kind: 'text', text: { de: 'Was fehlt?' }, audience: `below:${address('Ada')}` },
    ];
    const { code, out } = await checkin([
      'add',
      '--file',
      write('questions.json', JSON.stringify(questions)),
      '--json',
    ]);
    expect(code).to.equal(0);
    const { asked } = JSON.parse(out) as { asked: Listed[] };
    expect(asked).to.have.deep.members(await listed());
    expect(textsOf(asked)).to.deep.equal(['Well?', 'Was fehlt?']);
  });

  it('asks nothing if one row of a file has a fault, and names each by its row', async () => {
    const file = write(
      'faults.csv',
      header,
      'text,tenant,Sound,,,,,,,,,,,',
      'text,tenant,Points,,5,,,,,,,,,',
      'scale,tenant,,Ohne Punkte,,,,,,maybe,,,,',
      'choice,tenant,Where?,,,,Home;Office,Zuhause,,,,,,',
      'text,team:Nowhere,Team,,,,,,,,,,,',
      'text,below:nobody@a.example,Below,,,,,,,,,,,',
    );
    const { code, out, err } = await checkin(['add', '--file', file]);
    expect([code, out]).to.deep.equal([1, '']);
    expect(err.split('\n')).to.deep.equal([
      'row 3: points does not belong to a question of the kind text.',
      'row 4: isRequired must be boolean.',
      'row 5: There must be as many options in each language.',
      'row 6: There is no team "Nowhere".',
      'row 7: Nobody has the address "nobody@a.example".',
      `${file} has 5 faults; nothing was changed.`,
      '',
    ]);
    expect(await listed()).to.deep.equal([]);
    const entries = await api.graph.statement('MATCH (e:AuditEntry {tenantId: $tenantId}) RETURN e.action AS action', {
      tenantId: acme.tenantId,
    });
    expect(entries).to.deep.equal([]);
  });

  it('counts the questions of a file with each other: an eleventh in a week is a fault', async () => {
    const lines = Array.from({ length: 11 }, (_, n) => `text,tenant,Question ${n},,,,,,,,,,2026-11-16,`);
    const { code, err } = await checkin(['add', '--file', write('eleven.csv', header, ...lines)]);
    expect(code).to.equal(1);
    expect(err).to.match(
      /^row 12: In the week of 20\d\d-\d\d-\d\d, somebody .* more than 10 questions\.\n.* has 1 fault; /,
    );
    expect(await listed()).to.deep.equal([]);
    expect((await checkin(['add', '--file', write('ten.csv', header, ...lines.slice(1))])).code).to.equal(0);
    expect(await listed()).to.have.length(10);
  });

  it('refuses files that are none, and too many questions', async () => {
    const many = Array.from({ length: 101 }, () => ({}));
    for (const [content, message] of [
      ['[', 'It is not valid JSON.'],
      ['{}', 'It must be a JSON array of questions, or a CSV file.'],
      ['[]', 'There is no question in it.'],
      ['[1]', 'row 1: The question must be object.'],
      [JSON.stringify(many), 'There are more than 100 questions.'],
      [header, 'There is no question in it.'],
    ] as const) {
      const { code, err } = await checkin(['add', '--file', write('odd', content)]);
      expect([code, err.split('\n')[0]], content).to.deep.equal([1, message]);
    }
    expect(await listed()).to.deep.equal([]);
  });

  it('ends a wrong call with exit code 2, and a refused question with 1', async () => {
    for (const words of [
      [],
      ['--kind', 'text', '--audience', 'tenant'],
      ['--file', 'x.csv', '--kind', 'text'],
      ['--kind', 'poem'],
      ['--kind', 'text', '--audience', 'tenant', '--text', 'What?'],
      ['--kind', 'text', '--audience', 'tenant', '--text', 'en=A', '--text', 'en=B'],
    ])
      expect((await checkin(['add', ...words])).code, words.join(' ')).to.equal(2);
    for (const [kind, option] of [
      ['scale', '--points'],
      ['choice', '--option'],
    ] as const) {
      const bare = await checkin(['add', '--kind', kind, '--audience', 'tenant', '--text', 'en=What?']);
      expect(bare.code).to.equal(2);
      expect(bare.err).to.include(`a question of the kind ${kind} needs ${option}`);
    }
    const { code, out, err } = await add('en=What?', '--points', '5');
    expect([code, out, err]).to.deep.equal([1, '', 'points does not belong to a question of the kind text.\n']);
  });

  it('follows the permissions of who acts: admins, the People Team, and managers about those below them', async () => {
    const about = (audience: string): string[] => [
      'add',
      '--kind',
      'text',
      '--text',
      'en=What?',
      '--audience',
      audience,
    ];
    const [pia, mia, gus] = [await as('Pia'), await as('Mia'), await as('Gus')];
    const forbidden = { code: 1, out: '', err: 'You are not permitted to do this.\n' };
    expect((await checkin(about('tenant'), pia)).code).to.equal(0);
    const [byPia] = await listed();
    expect(byPia?.['createdBy']).to.include({ id: acme.id('Pia') });
    expect(await checkin(about('tenant'), gus)).to.deep.equal(forbidden);
    expect(await checkin(['end', byPia?.id ?? ''], gus)).to.deep.equal(forbidden);
    expect(await checkin(about(`below:${address('Mia')}`), mia)).to.deep.equal(forbidden);
    await acme.as('Ada').patch('/admin/settings', { managersAsk: 'on' });
    const { code, out } = await checkin(about(`below:${address('Mia')}`), mia);
    expect(code).to.equal(0);
    const own = await checkin(['ls'], mia);
    expect(own.out.split('\n')).to.have.length(2);
    expect((await checkin(['ls'], gus)).out).to.equal('');
    expect((await checkin(['end', out.split('\t')[0] ?? ''], mia)).code).to.equal(0);
    expect(textsOf(await listed())).to.have.length(1);
  });
});
