// Invented people with invented profiles: the same seed always gives the same one.
import { between, createChance, pick, shuffled, type Chance } from '../chance.ts';
import { firstNameIn, type Energies, type ProfileContent, type ProfilePersonData, type ProfileStyle } from './pdf.ts';
import * as phrases from './phrases.ts';

export type RandomProfile = { person: ProfilePersonData; content: ProfileContent; style: ProfileStyle };

/**
 * A person, what their profile says and how it is set.
 *
 * @param known whom it is about, where that is no invented person: cover and prose name nobody else
 */
export function randomProfile(
  seed: string,
  known: Partial<Pick<ProfilePersonData, 'name' | 'email'>> = {},
): RandomProfile {
  const chance = createChance(seed, 'profile');
  const names = [pick(chance, phrases.firstNames), pick(chance, phrases.middleNames), pick(chance, phrases.lastNames)];
  const name = known.name ?? names.filter((part) => part !== '').join(' ');
  const month = String(1 + Math.floor(chance() * 12)).padStart(2, '0');
  const day = String(1 + Math.floor(chance() * 28)).padStart(2, '0');
  return {
    person: {
      name,
      date: `${2015 + Math.floor(chance() * 10)}-${month}-${day}`,
      ...(chance() < 0.5 && { email: known.email ?? 'somebody@example.com' }),
    },
    content: contentFor(chance, firstNameIn(name)),
    style: {
      spelling: pick(chance, ['british', 'american']),
      bulletGlyph: pick(chance, ['•', '●', '\uf0b7', '-', '*']),
      columns: pick(chance, [1, 1, 2]),
      fuseCells: chance() < 0.5,
      hyphenate: chance() < 0.3,
      pieces: chance() < 0.5,
      seed,
    },
  };
}

function contentFor(chance: Chance, name: string): ProfileContent {
  const bullets = (from: phrases.Phrases): string[] => {
    const starts = shuffled(chance, from.starts).slice(0, 5 + Math.floor(chance() * 6));
    return starts.map((start) => `${start} ${pick(chance, from.ends)}`.trim() + (chance() < 0.3 ? '.' : ''));
  };
  const paragraph = (): string => {
    const starts = shuffled(chance, phrases.sentences.starts).slice(0, 4 + Math.floor(chance() * 4));
    const sentences = starts.map((start) => `${start}${pick(chance, phrases.sentences.ends)}.`);
    return sentences.join(' ').replaceAll('{name}', name);
  };
  const conscious = [0, 0, 0, 0].map(() => Math.round(between(chance, 0, 6) * 100) / 100) as [
    number,
    number,
    number,
    number,
  ];
  const opposite = (at: number): number => Math.round((6 - (conscious[at] ?? 0)) * 100) / 100;
  const lessConscious: Energies = [opposite(2), opposite(3), opposite(0), opposite(1)];
  const position = (): [number, string] => {
    const type = [pick(chance, modifiers), pick(chance, types)].filter((part) => part !== '').join(' ');
    return [1 + Math.floor(chance() * 72), `${type} (${pick(chance, ['Focused', 'Classic', 'Accommodating'])})`];
  };
  return {
    style: [paragraph(), paragraph()],
    interacting: [paragraph(), paragraph()],
    deciding: [paragraph()],
    strengths: bullets(phrases.strengths),
    weaknesses: bullets(phrases.weaknesses),
    value: bullets(phrases.value),
    dos: bullets(phrases.dos),
    donts: bullets(phrases.donts),
    blindSpots: chance() < 0.8 ? [paragraph()] : [paragraph(), paragraph()],
    opposite: [paragraph(), paragraph()],
    oppositeNeeds: bullets(phrases.dos),
    suggestions: bullets(phrases.suggestions),
    management: bullets(phrases.value),
    conscious,
    lessConscious,
    wheel: { conscious: position(), lessConscious: position() },
  };
}

const modifiers = ['', 'Observing', 'Coordinating', 'Supporting', 'Helping', 'Inspiring', 'Motivating', 'Reforming'];
const types = ['Observer', 'Coordinator', 'Supporter', 'Helper', 'Inspirer', 'Motivator', 'Director', 'Reformer'];
