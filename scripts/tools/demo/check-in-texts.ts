// Generates the texts of a person's check-ins: templates in shuffled order, filled in with their work and colleagues.
import { createRandom, pick, shuffle, type Random } from '../random.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';
import { checkInTexts, workByDepartment, type TemplatesByDepartment } from './texts.ts';

export type Sections = { proud: string; obstacles: string; learned: string; important: string };

/** The texts of one week, and the manager's response in case there is one. */
type CheckInTexts = Sections & { response: string };

/** The share of optional sections that stay empty. */
const emptyShare = 0.12;

/**
 * Creates the texts of a person. Everybody with the same manager and department uses the same shuffled order, each from
 * a different offset: nobody repeats a text soon, and teammates rarely write the same in one week.
 *
 * @returns a function of whether the week was hard; call it from the oldest week to the newest
 */
export function createTextSource(company: Company, person: Person): (isHard: boolean) => CheckInTexts {
  const { slug } = company;
  const { department, managerEmail = '' } = person;
  const random = createRandom(slug, person.email, 'words');
  const order = createRandom(slug, department, managerEmail, 'order of words');
  const offset = teamOffset(company, person);
  const deck = (templates: readonly string[]) => dealFrom(shuffle(order, templates), offset);
  const departmentDeck = (table: TemplatesByDepartment) => deck([...table.anywhere, ...(table[department] ?? [])]);
  const proud = departmentDeck(checkInTexts.proud);
  const learned = departmentDeck(checkInTexts.learned);
  const easy = {
    obstacles: departmentDeck(checkInTexts.obstacles),
    important: departmentDeck(checkInTexts.important),
    response: deck(checkInTexts.responses),
  };
  const hard = {
    obstacles: deck(checkInTexts.obstaclesHard),
    important: deck(checkInTexts.importantHard),
    response: deck(checkInTexts.responsesHard),
  };
  const fillerOfWeek = createFiller(random, company, person);

  return (isHard) => {
    const fill = fillerOfWeek();
    const { obstacles, important, response } = isHard ? hard : easy;
    return {
      proud: fill(formatProud(random, proud, isHard)),
      obstacles: fill(obstacles()),
      learned: random() < emptyShare ? '' : fill(learned()),
      important: random() < emptyShare && !isHard ? '' : fill(important()),
      response: fill(response()),
    };
  };
}

/** Spreads the people of one manager over the templates. */
export function teamOffset({ people }: Company, person: Person): number {
  return 5 * people.filter(({ managerEmail }) => managerEmail === person.managerEmail).indexOf(person);
}

/** Deals the texts in order from this offset, and starts again after the last one. */
export function dealFrom(texts: readonly string[], offset: number): () => string {
  let next = offset;
  return () => texts[next++ % texts.length] as string;
}

/** One achievement or, in an easy week, sometimes two; plain, as paragraphs or as a list. */
function formatProud(random: Random, deal: () => string, isHard: boolean): string {
  const form = random();
  if (isHard || form < 0.5) return deal();
  if (form < 0.7) return `<p>${deal()}</p>`;
  if (form < 0.8) return `<p>${deal()}</p><p>${deal()}</p>`;
  return `<ul><li>${deal()}</li><li>${deal()}</li></ul>`;
}

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven'];

/** Returns a function that chooses the words of a week and returns the function that fills them into templates. */
export function createFiller(random: Random, company: Company, person: Person): () => (template: string) => string {
  const { projects, groups } = workByDepartment[person.department] ?? { projects: [], groups: [] };
  const mates = findMates(company, person).map(firstName);
  return () => {
    const [project = '', other = ''] = shuffle(random, projects);
    const words: Record<string, string> = {
      project,
      other,
      group: pick(random, groups),
      mate: pick(random, mates),
      n: pick(random, numbers),
      writer: firstName(person),
    };
    return (template) => template.replace(/\{(\w+)\}/g, (_, slot: string) => fillSlot(words, slot));
  };
}

function fillSlot(words: Record<string, string>, slot: string): string {
  const word = words[slot.toLowerCase()];
  if (!word) throw new Error(`No word for the placeholder {${slot}}.`);
  return slot === slot.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Colleagues to mention: peers and reports, else the department. Excludes newcomers and the manager. */
function findMates({ people }: Company, { email, managerEmail, department }: Person): Person[] {
  const others = people.filter((one) => ![email, managerEmail].includes(one.email) && one.joinedWeeksAgo === undefined);
  const near = others.filter((one) => one.managerEmail === managerEmail || one.managerEmail === email);
  return near.length > 0 ? near : others.filter((one) => one.department === department);
}

export function firstName({ name }: Pick<Person, 'name'>): string {
  return name.split(' ')[0] ?? name;
}
