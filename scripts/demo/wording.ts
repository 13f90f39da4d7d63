// What a person writes: texts drawn without repetition and filled in with their own work and colleagues.
import { createChance, pick, shuffled, type Chance } from './chance.ts';
import type { Company } from './company.ts';
import type { Person } from './drawing.ts';
import type { Texts } from './tables.ts';
import * as texts from './texts.ts';
import { work } from './work.ts';

export type Sections = { proud: string; obstacles: string; learned: string; important: string };

/** The texts of one week, and the manager's answer to them if there is one. */
export type Wording = Sections & { answer: string };

/**
 * The texts of a person, week after week. All who share a manager and a department go through the texts in the same
 * order, each from a place of their own: so nobody repeats themselves soon, and teammates rarely write the same in a week.
 *
 * @returns a function of whether the week was hard, to be asked from the oldest week to the newest
 */
export function createWording(company: Company, person: Person): (hard: boolean) => Wording {
  const { slug, people } = company;
  const { department, managerEmail = '' } = person;
  const chance = createChance(slug, person.email, 'words');
  const order = createChance(slug, department, managerEmail, 'order of words');
  const start = 5 * people.filter((one) => one.managerEmail === person.managerEmail).indexOf(person);
  const deck = (of: readonly string[]) => dealCards(shuffled(order, of), start);
  const flavoured = (table: Texts) => deck([...table.anywhere, ...(table[department] ?? [])]);
  const proud = flavoured(texts.proud);
  const learned = flavoured(texts.learned);
  const easy = {
    obstacles: flavoured(texts.obstacles),
    important: flavoured(texts.important),
    answer: deck(texts.responses),
  };
  const hard = {
    obstacles: deck(texts.obstaclesHard),
    important: deck(texts.importantHard),
    answer: deck(texts.responsesHard),
  };
  const week = createWeekTexts(chance, company, person);

  return (wasHard) => {
    const fill = week();
    const { obstacles, important, answer } = wasHard ? hard : easy;
    return {
      proud: fill(dressText(chance, proud, wasHard)),
      obstacles: fill(obstacles()),
      learned: chance() < leftEmpty ? '' : fill(learned()),
      important: chance() < leftEmpty && !wasHard ? '' : fill(important()),
      answer: fill(answer()),
    };
  };
}

/** How often somebody has nothing to say in a section. */
const leftEmpty = 0.12;

/** Takes the texts one after the other from that place on, after the last again the first. */
export function dealCards(order: readonly string[], start: number): () => string {
  let next = start;
  return () => order[next++ % order.length] as string;
}

/** One thing to be proud of or, in an easy week, sometimes two; plain, as paragraphs or as a list. */
function dressText(chance: Chance, take: () => string, hard: boolean): string {
  const form = chance();
  if (hard || form < 0.5) return take();
  if (form < 0.7) return `<p>${take()}</p>`;
  if (form < 0.8) return `<p>${take()}</p><p>${take()}</p>`;
  return `<ul><li>${take()}</li><li>${take()}</li></ul>`;
}

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven'];

/** A function that fills in texts; within a week they speak of the same things. */
export function createWeekTexts(chance: Chance, company: Company, person: Person): () => (text: string) => string {
  const { projects, groups } = work[person.department] ?? { projects: [], groups: [] };
  const mates = findMates(company, person).map(firstName);
  return () => {
    const [project = '', other = ''] = shuffled(chance, projects);
    const words: Record<string, string> = {
      project,
      other,
      group: pick(chance, groups),
      mate: pick(chance, mates),
      n: pick(chance, numbers),
      writer: firstName(person),
    };
    return (text) => text.replace(/\{(\w+)\}/g, (_, slot: string) => fillTemplate(words, slot));
  };
}

function fillTemplate(words: Record<string, string>, slot: string): string {
  const word = words[slot.toLowerCase()];
  if (!word) throw new Error(`Nothing to put in for {${slot}}.`);
  return slot === slot.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Whom somebody mentions: peers and reports; for want of those, the department. Never a newcomer or the manager. */
function findMates({ people }: Company, { email, managerEmail, department }: Person): Person[] {
  const others = people.filter((one) => ![email, managerEmail].includes(one.email) && one.joinedWeeksAgo === undefined);
  const near = others.filter((one) => one.managerEmail === managerEmail || one.managerEmail === email);
  return near.length > 0 ? near : others.filter((one) => one.department === department);
}

/** The name that colleagues call somebody by. */
export function firstName({ name }: Person): string {
  return name.split(' ')[0] ?? name;
}
