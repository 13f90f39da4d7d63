// Report: what was answered to a question by week, of everyone and of departments.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import type { PermittedList } from '../../platform/access/in-sight.ts';
import { permitPart } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { isAskedIn, maxPoints, type Kind, type Schedule } from '../questions/rules.ts';
import { toAsked, type Languages } from '../questions/words.ts';
import { formatWeek } from '../../platform/time/weeks.ts';
import { readByDepartment, roundToTenth, type DepartmentWeek, type Heading } from './by-department.ts';
import {
  createShareHeadline,
  defineReport,
  departmentColumns,
  toPages,
  type Column,
  type ReportScope,
} from './definition.ts';
import { nameWithheld, sayExcused, type Bar, type Figure } from './figures.ts';
import { formatShare, readNumber, type Row } from './rows.ts';

export const defaultWeeks = 12;
/** The most weeks of which the report is. */
export const mostWeeks = 53;
/** The names of the counts by place: a point of a scale, an option, or yes and no. */
export const counts = Array.from({ length: maxPoints }, (_, at) => `count${at + 1}`);

type Places = { places: number; kind: Kind };
type Wording = { version: number; wording: string; week: string };
/** The graph leaves out nulls. */
type Stored = Schedule & {
  id: string;
  kind: Kind;
  version: number;
  points?: number;
  optionCount?: number;
  isSeveral?: boolean;
  endedAt?: string;
};
type Head = Heading & { languages: Languages; question: Stored; wordings: Wording[] };
type Found = Heading & { languages: Languages; question: Stored | null; wordings: Wording[] };
/** `distribution`: how many gave an answer of these places. */
type Source = {
  week: string;
  department: string;
  people: number;
  excused: number;
  answered: number;
  distribution: [places: number[], answers: number][];
};

const answeredColumns: Column[] = [...departmentColumns, { name: 'answered', title: 'Answered', digits: 0 }];
const meanColumn: Column = { name: 'mean', title: 'Mean', digits: 1 };
const countColumns = counts.map((name, at): Column => ({ name, title: `Answer ${at + 1}`, digits: 0 }));
const maxTitle = 24;

export const question = defineReport<Head, Row>({
  name: 'question',
  title: 'A question',
  description: 'how many people answered a question, and what, by week and department',
  timeParameter: 'week',
  isOfQuestion: true,
  isSeries: true,
  columns: [...answeredColumns, meanColumn, ...countColumns],
  columnsOf(head) {
    const titles = labelPlaces(head).map((label) => (label.length > maxTitle ? `${label.slice(0, maxTitle)}…` : label));
    const places = titles.map((title, at): Column => ({ name: `count${at + 1}`, title, digits: 0 }));
    return [...answeredColumns, ...(head.question.kind === 'scale' ? [meanColumn] : []), ...places];
  },
  read: readQuestion,
  time: ({ week }) => week,
  toResponse: describeQuestion,
  headline(rows, head) {
    const newest = rows.findLast(({ scope }) => scope === 'everyone');
    const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
    const isWithheld = head.question.kind !== 'text' && read('answered') > 0 && (newest?.['count1'] ?? null) === null;
    const few = isWithheld ? ` What was answered is shown from ${head.minimumGroup} answers on.` : '';
    const says = `who are asked “${inNewestWords(head)?.question ?? ''}” answered in the last of these weeks.`;
    return createShareHeadline(read('answered'), read('people'), `${says}${few}${sayExcused(read('excused'))}`);
  },
  emptyMessage:
    'The question was not asked in the weeks up to this one, or nobody was active. Name a later week to see its first answers.',
  figures: (rows, _, head) => createBars(rows, head),
  method:
    'Everyone in sight whom the question is asked today counts in their current department, from the week in which they start, and ' +
    'as long as they are active today, but for the weeks in which they had no working day and did not answer. Somebody who is no ' +
    'longer asked counts in the weeks in which they answered. An answer counts once its author has submitted the summary of the ' +
    'week. Answers to all versions of the wording count together; where several options can be chosen, each of them counts. Weeks ' +
    'in which the question was neither asked nor answered are left out. Texts are only counted. The figures of a department of ' +
    'fewer people than the minimum group are withheld, and what was answered in a week in which fewer have answered; with them ' +
    'the smallest others, until without any one of these the rest are as many together.',
});

/**
 * Reads what was answered, in the weeks in which the question was asked or answered.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report, or the question is another tenant's, or it is asked nobody
 *   in sight, who has not answered it either: its words are not for everybody who knows its id; QUESTION_NOT_FOUND
 */
async function readQuestion(scope: ReportScope): Promise<PermittedList<Head, Row>> {
  const { questionId } = scope;
  if (typeof questionId !== 'string') throw new Error('This report needs the id of a question.');
  const { head, rows } = await readByDepartment<Found, Source>(scope, {
    permission: 'check-ins:read',
    weeks: scope.weeks ?? defaultWeeks,
    inner: 'answered',
    toSums,
    figures: (sums, isShown, { question: of }) => (of ? answerFigures(sums, isShown, toPlaces(of)) : {}),
    toCall: (params) => ['reports/question', { ...params, questionId }],
  });
  const { question: found } = head;
  if (!found) return failNotFoundOrForbidden(scope.graph, 'QUESTION_NOT_FOUND', questionId);
  const all: Row[] = [];
  for await (const page of rows) all.push(...page);
  const mayAsk = scope.asOperator || permitPart(head.standing, 'question:manage');
  if (all.length === 0 && !mayAsk) fail('FORBIDDEN');
  const answered = new Set(all.filter((row) => readNumber(row, 'answered') > 0).map(({ week }) => week));
  const shown = all.filter(({ week }) => answered.has(String(week)) || wasAskedIn(found, String(week)));
  return { head: { ...head, question: found }, rows: toPages(shown) };
}

const wasAskedIn = (of: Stored, monday: string): boolean =>
  isAskedIn(of, monday) && (of.endedAt === undefined || of.endedAt > monday);

/** How many places an answer can have; a text has none. */
function toPlaces({ kind, points, optionCount }: Stored): Places {
  const places = { scale: points ?? 0, choice: optionCount ?? 0, yes_no: 2, text: 0 }[kind];
  return { kind, places };
}

function toSums({ distribution, ...row }: Source): DepartmentWeek {
  const sums: DepartmentWeek = { ...row, ...Object.fromEntries(counts.map((name) => [name, 0])) };
  for (const [places, answers] of distribution)
    for (const place of places) sums[`count${place}`] = Number(sums[`count${place}`]) + answers;
  return sums;
}

/** The figures of a department, or of everyone, in a week: what was answered only with `hasDistribution`. */
export function answerFigures(sums: DepartmentWeek, hasDistribution: boolean, { kind, places }: Places): Row {
  const answered = Number(sums['answered']);
  const shown = hasDistribution ? counts.slice(0, places) : [];
  const sum = shown.reduce((total, name, at) => total + (at + 1) * Number(sums[name]), 0);
  return {
    answered,
    mean: kind === 'scale' && hasDistribution && answered > 0 ? roundToTenth(sum / answered) : null,
    ...Object.fromEntries(shown.map((name) => [name, Number(sums[name])])),
  };
}

/** The question in the words of the reader, and from which week on it had which. */
function describeQuestion({ week, languages, question: of, wordings }: Head): object {
  const inWords = ({ version, wording }: Wording) => toAsked({ ...of, version, wording }, languages);
  return {
    weekStart: week,
    ...(wordings[0] && inWords(wordings[0])),
    wordings: wordings.toReversed().map((one) => {
      const { version, question: text, low, high, options } = inWords(one);
      const from = one.version === 1 || one.week < of.fromWeek ? of.fromWeek : one.week;
      return { version, from, question: text, ...(low && { low }), ...(high && { high }), ...(options && { options }) };
    }),
  };
}

/** The question in the newest words, in the language of the reader. */
const inNewestWords = ({ question: of, wordings: [current], languages }: Head) =>
  current && toAsked({ ...of, wording: current.wording }, languages);

/** What the places of an answer mean: the points of a scale, with the words at its ends, the options, or yes and no. */
function labelPlaces(head: Head): string[] {
  const { options, low, high } = inNewestWords(head) ?? {};
  const { kind, places } = toPlaces(head.question);
  if (kind === 'yes_no') return ['Yes', 'No'];
  const ends = new Map([
    [1, low],
    [places, high],
  ]);
  return counts.slice(0, places).map((_, at) => {
    const end = ends.get(at + 1);
    return options?.[at] ?? `${at + 1}${end === undefined ? '' : ` (${end})`}`;
  });
}

/** The answers of everyone in the newest week of which they are shown; none of a text. */
function createBars(rows: Row[], head: Head): Figure[] {
  const newest = rows.findLast((row) => row['scope'] === 'everyone' && (row['count1'] ?? null) !== null);
  const asked = inNewestWords(head);
  if (!newest || !asked) return [];
  const answered = readNumber(newest, 'answered');
  const bars = labelPlaces(head).map((label, at): Bar => {
    const count = readNumber(newest, `count${at + 1}`);
    return { label, text: formatShare(count, answered), parts: [{ share: answered === 0 ? 0 : count / answered }] };
  });
  return [
    {
      title: asked.question,
      about: `What was answered in the ${formatWeek(String(newest['week']))}.${nameWithheld(rows, 'answered')}`,
      bars,
    },
  ];
}
