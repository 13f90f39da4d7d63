// What the fields of a body may hold: scores, dates and texts, exactly as the schema says and never coerced.
import { expect } from 'chai';
import { fingerprint, sharedCompany, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

type Fields = Record<string, unknown>;
const api = service();
const acme = sharedCompany(api, 'Ada\n  Cy');
const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
let weeks = 0;
/** The Monday of a week that no test has used. */
function anotherWeek(): string {
  return new Date(Date.UTC(2022, 0, 3 + 7 * weeks++)).toISOString().slice(0, 10);
}
const valid = (fields: Fields = {}): Fields => ({
  weekStart: anotherWeek(),
  scores,
  proud: '',
  obstacles: '',
  learned: '',
  important: '',
  ...fields,
});
const submit = (body: unknown): Promise<Answer<Fields>> => acme.as('Cy').post<Fields>('/summaries', body);
const without = (name: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

describe('a field that the schema refuses', () => {
  let unchanged: unknown;
  before(async () => {
    unchanged = await fingerprint(api, acme.tenantId);
  });
  const scored = (value: unknown) => valid({ scores: { ...scores, qualityOfWork: value } });
  const refused: [what: string, body: () => Fields, named: string][] = [
    ...['4', 4.5, 0, 6, -1, Number.MAX_VALUE, null, true, [4], {}].map((value): [string, () => Fields, string] => [
      `a score of ${JSON.stringify(value)}`,
      () => scored(value),
      'scores.qualityOfWork',
    ]),
    ...Object.keys(valid()).map((name): [string, () => Fields, string] => [
      `a body without ${name}`,
      () => without(name, valid()),
      name,
    ]),
    ...Object.keys(scores).map((name): [string, () => Fields, string] => [
      `scores without ${name}`,
      () => valid({ scores: without(name, scores) }),
      name,
    ]),
    ['scores that are an array', () => valid({ scores: [4, 3, 5] }), 'scores'],
    ['scores that are null', () => valid({ scores: null }), 'scores'],
    ['a fourth score', () => valid({ scores: { ...scores, mood: 3 } }), 'scores'],
    ...['proud', 'obstacles', 'learned', 'important'].flatMap((name) =>
      [null, 5, true, ['x'], { text: 'x' }].map((value): [string, () => Fields, string] => [
        `${name} of ${JSON.stringify(value)}`,
        () => valid({ [name]: value }),
        name,
      ]),
    ),
    ...['proud', 'obstacles', 'learned', 'important'].map((name): [string, () => Fields, string] => [
      `${name} of 10,001 characters`,
      () => valid({ [name]: 'x'.repeat(10_001) }),
      name,
    ]),
    ['10,001 emoji', () => valid({ learned: '🎉'.repeat(10_001) }), 'learned'],
    ...[
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-11-00',
      '2026-11-31',
      '2025-02-29',
      '20261120',
      '0000-01-01',
      '2026-11-16T10:00:00Z',
      '2026-11-16 10:00',
      '26-11-16',
      '2026-W47',
      '16.11.2026',
      ' 2026-11-16',
      '',
      '2026-11-16\n',
      '+002026-11-16',
      '２０２６-11-16',
      20261116,
      null,
    ].map((value): [string, () => Fields, string] => [
      `a weekStart of ${JSON.stringify(value)}`,
      () => valid({ weekStart: value }),
      'weekStart',
    ]),
  ];
  for (const [what, body, named] of refused) {
    it(`is answered 400 and named: ${what}`, async () => {
      const answer = await submit(body());
      expect(answer.status).to.equal(400);
      expect(answer.body).to.have.all.keys('code', 'message');
      expect(answer.body['code']).to.equal('VALIDATION_ERROR');
      expect(answer.body['message']).to.include(named);
    });
  }

  it('is answered 400 by its name when it is unknown, without repeating its value', async () => {
    const names = { userId: 'hush-hush', 'na"me\n': 1, id: acme.id('Ada') };
    for (const [name, value] of Object.entries(names)) {
      const { status, body: error } = await submit(valid({ [name]: value }));
      expect(status).to.equal(400);
      expect(error).to.have.all.keys('code', 'message');
      expect(error['message']).to.equal(`body has an unknown field: ${JSON.stringify(name)}.`);
    }
  });

  it('never comes back in the message', async () => {
    for (const body of [scored('hush-hush'), valid({ weekStart: 'hush-hush' }), valid({ scores: 'hush-hush' })]) {
      expect(JSON.stringify((await submit(body)).body)).to.not.include('hush');
    }
  });

  it('has not changed anything, in any of these cases', async () => {
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
  });
});

describe('a text', () => {
  const texts = {
    'an emoji with a skin tone and a family': '👍🏽 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'right-to-left letters and marks': 'שלום \u202eabc\u202c مرحبا',
    'combining characters, not normalised': 'e\u0301 \u00e9 Å \u212b Z͑ͫ̓a',
    'characters beyond the basic plane': '𝔘𝔫𝔦 𠜎 \u{10ffff}',
    'ampersands and angle brackets': 'a & b < c > d &amp; "q" \'s\' <b>bold</b> 3<4',
    'control characters but NUL': 'tab\t line\n return\r\n \u0001\u001f\u007f\u0085\u2028\ufeff',
    'backslashes, quotes and Cypher': '\\ " \' ` $x {y} }) DETACH DELETE n //',
    'white space at its ends': '  \n x \t ',
    'a noncharacter': '\uffff\ufffe',
  };
  for (const [what, text] of Object.entries(texts)) {
    it(`comes back byte for byte: ${what}`, async () => {
      const made = await submit(valid({ obstacles: text, learned: text, important: text }));
      expect(made.status).to.equal(201);
      const read = await acme.as('Ada').get(`/summaries/${String(made.body['id'])}`);
      expect(read.body).to.include({ obstacles: text, learned: text, important: text });
    });
  }

  it('may be rich text that is plain: it is stored untouched', async () => {
    const proud = 'a & b < c, e\u0301 👍🏽 שלום';
    expect((await submit(valid({ proud }))).body).to.include({ proud });
  });

  it('of 10,000 characters once it is cleaned, and not more, can be sent back as it was read', async () => {
    const fits = `<b>${'&'.repeat(1_998)}aaa`; // 4 characters of mark-up are added, and 4 for each ampersand
    const made = await submit(valid({ proud: fits }));
    expect(made.status).to.equal(201);
    expect(made.body['proud']).to.have.length(10_000);
    const { id, weekStart, proud } = made.body;
    const again = await acme.as('Cy').patch<Fields>(`/summaries/${String(id)}`, valid({ weekStart, proud }));
    expect([again.status, again.body['proud'] === proud]).to.deep.equal([200, true]);
    const longer = await submit(valid({ proud: `${fits}a` }));
    expect([longer.status, longer.body['code']]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(longer.body['message']).to.include('proud');
  });

  for (const [what, letter] of Object.entries({ characters: 'x', emoji: '🎉' })) {
    it(`may be 10,000 ${what} long`, async () => {
      const text = letter.repeat(10_000);
      const { status, body } = await submit(valid({ important: text }));
      expect(status).to.equal(201);
      expect(body['important'] === text).to.equal(true);
    });
  }
});

describe('a weekStart', () => {
  const mondays: Record<string, string> = {
    '2025-11-17': '2025-11-17',
    '2025-11-26': '2025-11-24',
    '2025-11-16': '2025-11-10',
    '2022-01-01': '2021-12-27',
    '2024-02-29': '2024-02-26',
    '2021-11-22': '2021-11-22',
    '2026-11-29': '2026-11-23',
  };
  for (const [day, monday] of Object.entries(mondays)) {
    it(`of ${day} is the week of Monday, ${monday}`, async () => {
      const { status, body } = await submit(valid({ weekStart: day }));
      expect([status, body['weekStart']]).to.deep.equal([201, monday]);
    });
  }
});
