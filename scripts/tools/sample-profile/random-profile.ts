// Generates random profiles of fictitious people. The same seed gives the same profile.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom, pick, randomBetween, shuffle, type Random } from '../random.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import {
  firstNameIn,
  type Energies,
  type ProfileContent,
  type ProfilePerson,
  type ProfileStyle,
} from './profile-pdf.ts';

type List = 'strengths' | 'weaknesses' | 'value' | 'dos' | 'donts' | 'suggestions';

/** Beginnings of list items and sentences, endings that fit any of them, and names. `{name}` is the first name. */
export const phrases = JSON.parse(
  readFileSync(path.join(projectFolder, 'scripts', 'tools', 'sample-profile', 'phrases.json'), 'utf8'),
) as Record<
  List | 'occasions' | 'sentences' | 'sentenceEndings' | 'firstNames' | 'middleNames' | 'lastNames',
  readonly string[]
>;

export type RandomProfile = { person: ProfilePerson; content: ProfileContent; style: ProfileStyle };

/**
 * Creates a person, the content of their profile and its layout.
 *
 * @param known the subject, unless fictitious: cover and prose name nobody else
 */
export function createRandomProfile(
  seed: string,
  known: Partial<Pick<ProfilePerson, 'name' | 'email'>> = {},
): RandomProfile {
  const random = createRandom(seed, 'profile');
  const { firstNames, middleNames, lastNames } = phrases;
  const names = [pick(random, firstNames), pick(random, middleNames), pick(random, lastNames)];
  const name = known.name ?? names.filter((part) => part !== '').join(' ');
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  return {
    person: {
      name,
      date: `${2015 + Math.floor(random() * 10)}-${month}-${day}`,
      ...(random() < 0.5 && { email: known.email ?? 'somebody@example.com' }),
    },
    content: createContent(random, firstNameIn(name)),
    style: {
      spelling: pick(random, ['british', 'american']),
      bulletGlyph: pick(random, ['•', '●', '\uf0b7', '-', '*']),
      columns: pick(random, [1, 1, 2]),
      fuseCells: random() < 0.5,
      hyphenate: random() < 0.3,
      splitRuns: random() < 0.5,
      seed,
    },
  };
}

function createContent(random: Random, name: string): ProfileContent {
  const bullets = (list: List): string[] => {
    const starts = shuffle(random, phrases[list]).slice(0, 5 + Math.floor(random() * 6));
    return starts.map((start) => `${start} ${pick(random, phrases.occasions)}`.trim() + (random() < 0.3 ? '.' : ''));
  };
  const paragraph = (): string => {
    const starts = shuffle(random, phrases.sentences).slice(0, 4 + Math.floor(random() * 4));
    const sentences = starts.map((start) => `${start}${pick(random, phrases.sentenceEndings)}.`);
    return sentences.join(' ').replaceAll('{name}', name);
  };
  const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
  const energies = (compute: (index: number) => number): Energies => [compute(0), compute(1), compute(2), compute(3)];
  const conscious = energies(() => roundToHundredths(randomBetween(random, 0, 6)));
  const lessConscious = energies((index) => roundToHundredths(6 - (conscious[(index + 2) % 4] ?? 0)));
  const position = (): [number, string] => {
    const type = [pick(random, modifiers), pick(random, types)].filter((part) => part !== '').join(' ');
    const place = 1 + Math.floor(random() * 16);
    const ring = pick(random, rings);
    return [place + 20 * rings.indexOf(ring), `${type} (${ring})`];
  };
  return {
    style: [paragraph(), paragraph()],
    interacting: [paragraph(), paragraph()],
    deciding: [paragraph()],
    strengths: bullets('strengths'),
    weaknesses: bullets('weaknesses'),
    value: bullets('value'),
    dos: bullets('dos'),
    donts: bullets('donts'),
    blindSpots: random() < 0.8 ? [paragraph()] : [paragraph(), paragraph()],
    opposite: [paragraph(), paragraph()],
    oppositeNeeds: bullets('dos'),
    suggestions: bullets('suggestions'),
    management: bullets('value'),
    conscious,
    lessConscious,
    wheel: { conscious: position(), lessConscious: position() },
  };
}

/** The numbers of the first are 1 to 16, of the second 21 to 36, and of the third 41 to 56. */
const rings = ['Focused', 'Classic', 'Accommodating'];
const modifiers = ['', 'Observing', 'Coordinating', 'Supporting', 'Helping', 'Inspiring', 'Motivating', 'Reforming'];
const types = ['Observer', 'Coordinator', 'Supporter', 'Helper', 'Inspirer', 'Motivator', 'Director', 'Reformer'];
