// When questions are asked, and which values answer them.
import { expect } from 'chai';
import {
  countAsked,
  findValueFault,
  frequencies,
  inLanguage,
  isAskedIn,
  type Planned,
  type Schedule,
} from '../../../src/features/questions/rules.ts';
import { createRandom, pick } from '../../../scripts/tools/random.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';

const schedule = (change: Partial<Schedule> = {}): Schedule => ({
  frequency: 'weekly',
  everyWeeks: null,
  fromWeek: '2026-11-02',
  toWeek: null,
  ...change,
});
const weeks = Array.from({ length: 12 }, (_, n) => addWeeks('2026-10-26', n));
const asked = (change: Partial<Schedule>): string[] => weeks.filter((week) => isAskedIn(schedule(change), week));

describe('a question', () => {
  it('is asked every week from its first to its last', () => {
    expect(asked({ toWeek: '2026-11-16' })).to.deep.equal(['2026-11-02', '2026-11-09', '2026-11-16']);
  });
  it('is asked every n weeks from its first', () => {
    expect(asked({ frequency: 'every_n_weeks', everyWeeks: 3 })).to.deep.equal([
      '2026-11-02',
      '2026-11-23',
      '2026-12-14',
      '2027-01-04',
    ]);
  });
  it('is asked in the first week of each month, whose Monday is the first one of the month', () => {
    expect(asked({ frequency: 'first_week_of_month' })).to.deep.equal(['2026-11-02', '2026-12-07', '2027-01-04']);
  });
  it('is asked once', () => {
    expect(asked({ frequency: 'once' })).to.deep.equal(['2026-11-02']);
  });
  it('has its words in the language of the reader, otherwise in the first', () => {
    expect(inLanguage({ de: 'Wie?', en: 'How?' }, 'en')).to.equal('How?');
    expect(inLanguage({ de: 'Wie?' }, 'en')).to.equal('Wie?');
  });
});

describe('a crowded week', () => {
  const planned = (change: Partial<Planned> = {}): Planned => ({
    ...schedule(),
    audience: 'tenant',
    isOfManager: false,
    ...change,
  });
  const since = '2026-11-02';

  it('is the first one with more than ten questions for the same people', () => {
    const nine = Array.from({ length: 9 }, () => planned());
    expect(countAsked(nine, planned(), since)(['tenant'])).to.equal(null);
    const monthly = planned({ frequency: 'first_week_of_month', audience: 'team:red' });
    const find = countAsked([...nine, monthly], planned({ fromWeek: '2026-11-09' }), since);
    expect(find(['tenant'])).to.equal(null);
    expect(find(['tenant', 'team:red'])).to.deep.equal({ week: '2026-12-07', most: 10, ofManagers: false });
  });

  it('is no week before the first one that counts, however early a question begins', () => {
    const ten = Array.from({ length: 10 }, () => planned({ toWeek: '2026-11-16' }));
    const early = planned({ fromWeek: '2001-01-01' });
    expect(countAsked(ten, early, since)(['tenant'])?.week).to.equal(since);
    expect(countAsked(ten, early, '2026-11-23')(['tenant'])).to.equal(null);
    expect(
      countAsked(ten, planned({ toWeek: '2026-11-09', fromWeek: '2001-01-01' }), '2026-11-16')(['tenant']),
    ).to.equal(null);
  });

  it('is that of a naive count, in random plans', () => {
    const random = createRandom('crowds', 'of questions');
    const audiences = ['tenant', 'team:red', 'department:it', 'below:bob'];
    let [crowds, ofManagers] = [0, 0];
    const draw = (): Planned => ({
      frequency: pick(random, frequencies),
      everyWeeks: pick(random, [2, 3, 5, 52]),
      fromWeek: addWeeks(since, pick(random, [-60, -3, -1, 0, 1, 4, 30])),
      toWeek: random() < 0.3 ? addWeeks(since, pick(random, [0, 2, 9, 40])) : null,
      audience: pick(random, audiences),
      isOfManager: random() < 0.6,
    });
    for (let round = 0; round < 300; round += 1) {
      const open = Array.from({ length: pick(random, [8, 14, 20, 40]) }, draw);
      const [one, of] = [draw(), audiences.filter(() => random() < 0.7)];
      const found = countAsked(open, one, since)(of);
      const begin = one.fromWeek > since ? one.fromWeek : since;
      let expected: object | null = null;
      for (let ahead = 0; ahead < 104 && expected === null; ahead += 1) {
        const week = addWeeks(begin, ahead);
        if (!isAskedIn(one, week)) continue;
        const asked = open.filter((other) => of.includes(other.audience) && isAskedIn(other, week));
        const managers = asked.filter((other) => other.isOfManager).length;
        if (asked.length >= 10) expected = { week, most: 10, ofManagers: false };
        else if (one.isOfManager && managers >= 5) expected = { week, most: 5, ofManagers: true };
      }
      expect(found, JSON.stringify({ one, open, of })).to.deep.equal(expected);
      if (found?.ofManagers) ofManagers += 1;
      else if (found) crowds += 1;
    }
    expect([crowds > 20, ofManagers > 20]).to.deep.equal([true, true]);
  });
});

describe('the value of an answer', () => {
  const scale = { kind: 'scale', points: 5, options: 0, isSeveral: false } as const;
  const choice = { kind: 'choice', points: null, options: 3, isSeveral: false } as const;
  for (const [title, question, value, fault] of [
    ['points of a scale', scale, { points: 5 }, null],
    ['points above the scale', scale, { points: 6 }, 'must have points from 1 to 5'],
    ['no point of a scale from 0', { ...scale, points: 11, lowest: 0 }, { points: 0 }, null],
    ['the last point of a scale from 0', { ...scale, points: 11, lowest: 0 }, { points: 10 }, null],
    [
      'a point after the last one',
      { ...scale, points: 11, lowest: 0 },
      { points: 11 },
      'must have points from 0 to 10',
    ],
    ['0 on a scale from 1', scale, { points: 0 }, 'must have points from 1 to 5'],
    ['a text for a scale', scale, { text: 'Four' }, 'must have points, and no other value'],
    ['two values', scale, { points: 4, text: 'Four' }, 'must have points, and no other value'],
    ['one choice', choice, { choices: [2] }, null],
    ['a choice that there is not', choice, { choices: [3] }, 'must have choices from 0 to 2'],
    ['several choices of one', choice, { choices: [0, 1] }, 'must have one choice'],
    ['several choices', { ...choice, isSeveral: true }, { choices: [0, 2] }, null],
    ['no choice of several', { ...choice, isSeveral: true }, { choices: [] }, null],
    ['a choice twice', { ...choice, isSeveral: true }, { choices: [1, 1] }, 'must have each choice once'],
    ['no', { ...choice, kind: 'yes_no' }, { yes: false }, null],
  ] as const) {
    it(`is ${fault === null ? 'accepted' : 'refused'}: ${title}`, () => {
      expect(findValueFault(question, value as never)).to.equal(fault);
    });
  }
});
