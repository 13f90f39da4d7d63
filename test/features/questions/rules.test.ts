// When questions are asked, and which values answer them.
import { expect } from 'chai';
import {
  findCrowdedWeek,
  findValueFault,
  inLanguage,
  isAskedIn,
  type Schedule,
} from '../../../src/features/questions/rules.ts';
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
  it('is the first one with more than ten questions for the same people', () => {
    const ten = Array.from({ length: 10 }, () => schedule());
    expect(findCrowdedWeek([ten], '2026-11-02')).to.equal(null);
    expect(findCrowdedWeek([ten, [...ten, schedule({ frequency: 'first_week_of_month' })]], '2026-11-09')).to.equal(
      '2026-12-07',
    );
  });
});

describe('the value of an answer', () => {
  const scale = { kind: 'scale', points: 5, options: 0, isSeveral: false } as const;
  const choice = { kind: 'choice', points: null, options: 3, isSeveral: false } as const;
  for (const [title, question, value, fault] of [
    ['points of a scale', scale, { points: 5 }, null],
    ['points above the scale', scale, { points: 6 }, 'must have points from 1 to 5'],
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
