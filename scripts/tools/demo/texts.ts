// The texts of the demo, in `texts/`: what people write, what they work on, and the org charts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frequency, Kind, Wording } from '../../../src/features/questions/rules.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

/**
 * Templates for everybody (`anywhere`) and for the people of one department. Placeholders: `{project}` and `{other}` are
 * things the department works on, `{group}` is a partner, `{mate}` a colleague's first name, `{writer}` the author's own
 * first name and `{n}` a number. With a capital, as in `{Project}`, the replacement starts a sentence.
 */
export type TemplatesByDepartment = { anywhere: string[] } & Record<string, string[]>;

/** The sections of a check-in and the manager's response. `proud` and the responses are rich text, the others plain. */
export const checkInTexts = readJson<{
  proud: TemplatesByDepartment;
  obstacles: TemplatesByDepartment;
  /** Texts of a week with low scores. */
  obstaclesHard: string[];
  learned: TemplatesByDepartment;
  important: TemplatesByDepartment;
  importantHard: string[];
  responses: string[];
  responsesHard: string[];
}>('check-ins.json');

/** Goals as `title | description`, or a title alone. */
export const goalTexts = readJson<{ professional: TemplatesByDepartment; personal: string[] }>('goals.json');

/** Reasons of nominations; `{nominee}` is the person's first name, `{team}` the team's name. */
export const nominationReasons = readJson<{ person: string[]; team: string[] }>('nomination-reasons.json');

/** A question that somebody asks from so many weeks ago on; `answers` are templates of what is answered to a text. */
export type DemoQuestion = {
  author: string;
  audience: { type: 'tenant' } | { type: 'department'; name: string } | { type: 'below'; email: string };
  kind: Kind;
  points?: number;
  isSeveral?: boolean;
  wording: Wording;
  frequency: Frequency;
  everyWeeks?: number;
  isRequired: boolean;
  weeksAgo: number;
  answers?: string[];
};

/** The questions of each company. */
export const questionTexts = readJson<Record<'harbour' | 'kowhai', DemoQuestion[]>>('questions.json');

/** What each department works on, and with whom. */
export const workByDepartment = readJson<Record<string, { projects: string[]; groups: string[] }>>('work.json');

/** Reads a file of `texts/`. */
export function readText(name: string): string {
  return readFileSync(path.join(projectFolder, 'scripts', 'tools', 'demo', 'texts', name), 'utf8');
}

function readJson<T>(name: string): T {
  return JSON.parse(readText(name)) as T;
}
