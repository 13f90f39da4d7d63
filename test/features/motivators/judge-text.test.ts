// What of a language model's text people may read: sound texts, and each of them with every kind of thing that it must not have.
import { expect } from 'chai';
import { findTextFault } from '../../../src/features/motivators/judge-text.ts';

const scores = [
  { name: 'Autonomy', score: 91 },
  { name: 'Recognition', score: 68.4 },
  { name: 'Structure', score: 12 },
  { name: 'Level 3 access', score: 40 },
];
const prompt =
  'You are given the names of motivators with scores from 0 to 100. In at most 120 words of plain English say to the person what they suggest.';
const sound = [
  'Autonomy matters most to you, with 91 of 100. You may work best when you can decide how a task is done, and when your manager agrees on the goal rather than on the steps.',
  'Two things stand out: deciding for yourself (91) and being seen (68.4 or about 68). Structure, at 12, is less of a need.\n\nTalk with your manager about where you have room to decide, and how good work is noticed.',
  'You like to decide for yourself.',
  'Level 3 access is what people with this profile ask for, and it is not a need of the person at 40.',
  'A naïve reader may take a low score for a fault. It is not: e.g. Structure at 12 says only that it is not what drives them.',
];
/** What is put into a sound text, at its beginning, between two of its words, or at its end. */
const bad: Record<string, string[]> = {
  link: ['https://a.example/x', 'www.example.test', 'motives.example', 'ftp://x', 'ｈｔｔｐ://x', 'mailto:someone'],
  address: ['ann@acme.example', 'ann＠acme', '@ann'],
  markup: [
    '<b>bold</b>',
    '**bold**',
    '`code`',
    '[text](target)',
    '\n# Title\n',
    '\n- point\n',
    '\n1. point\n',
    '| a | b |',
    '_so_',
  ],
  unseen: [
    '\u202e',
    '\u200f',
    '\u2066',
    '\u{e0041}',
    '\u200b',
    '\u00ad',
    '\u0000',
    '\u001b',
    '\ufeff',
    '\u2800',
    '\ue000',
    '\ud83d',
  ],
  script: ['аutonomy', 'αυτονομία', '自主', 'אוטונומיה'],
  number: ['55', '90%', '90 percent', '1,5', '½', '٩٠', '12.5', '2026-11-20'],
  attribution: ['Written by a fixed rule of this service.', 'written  by Dr Who', 'As an AI', 'as a language model'],
  prompt: [
    'in at most 120 words of plain English say to the person',
    'given the names of motivators with scores from 0 to 100',
  ],
  lines: ['\n'.repeat(20)],
};
const places: ((text: string, piece: string) => string)[] = [
  (text, piece) => `${piece} ${text}`,
  (text, piece) => text.replace(' ', ` ${piece} `),
  (text, piece) => `${text} ${piece} so it is`,
];

describe('a text of a language model', () => {
  it('is read if it says in plain English what the scores show', () => {
    for (const text of sound) expect(findTextFault(text, scores, prompt), text).to.equal(null);
  });

  it('is read with names of any script, in capitals and with numbers, and with nothing else that is so', () => {
    const others = [
      { name: 'Автономия', score: 91 },
      { name: '自主性', score: 40 },
      { name: 'ROI 2030', score: 12 },
      { name: '7', score: 50 },
    ];
    const text =
      'Автономия matters most to you at 91, and 自主性 at 40 less. ROI 2030 is not what drives you, at 12 of 100.';
    expect(findTextFault(text, others, prompt)).to.equal(null);
    expect(findTextFault(text, scores, prompt)).to.not.equal(null);
    for (const more of ['Это важно.', '自由', '2031', '77'])
      expect(findTextFault(`${text} ${more}`, others, prompt), more).to.not.equal(null);
  });

  for (const [kind, pieces] of Object.entries(bad))
    it(`is not read with ${kind}, wherever that stands`, () => {
      for (const text of sound)
        for (const piece of pieces)
          for (const place of places)
            expect(findTextFault(place(text, piece), scores, prompt), JSON.stringify(place(text, piece))).to.not.equal(
              null,
            );
    });

  it('is not read in another language, in capitals, empty, or with many more words than were asked for', () => {
    for (const text of [
      'Autonomie ist dir am wichtigsten. Du arbeitest am besten, wenn du selbst entscheiden kannst, wie etwas getan wird.',
      "L'autonomie compte le plus pour vous. Vous travaillez mieux quand vous pouvez choisir comment faire les choses.",
      'La autonomía es lo que más te importa. Trabajas mejor cuando puedes decidir cómo se hacen las cosas en tu equipo.',
      'Autonomie is voor jou het belangrijkst. Je werkt het beste als je zelf kunt bepalen hoe je iets aanpakt, en met wie.',
      'YOU LIKE TO DECIDE FOR YOURSELF AND YOU DO NOT LIKE TO BE TOLD WHAT TO DO.',
      ' \n ',
      `${sound[0]} `.repeat(8),
    ])
      expect(findTextFault(text, scores, prompt), text).to.not.equal(null);
  });
});
