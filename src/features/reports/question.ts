// Report: what was answered to a question by week, of everyone and of departments.
import { permitPart } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import type { PermittedList } from '../../platform/access/in-sight.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { defaultLowest, isAskedIn, maxPoints, type Kind, type Schedule } from '../questions/rules.ts';
import { toAsked, type Languages } from '../questions/stored-questions.ts';
import { isOfTenant, readByDepartment, roundToTenth, type DepartmentWeek, type Heading } from './by-department.ts';
import {
  createDepartmentColumns,
  createShareHeadline,
  defineReport,
  splitIntoPages,
  type Column,
  type ReportScope,
} from './definition.ts';
import { nameWithheld, type Bar, type Figure } from './figures.ts';
import { de, en } from './question-texts.ts';
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

export const defaultWeeks = 12;
/** The most weeks of which the report is. */
export const mostWeeks = 53;
/** The names of the counts by place: a point of a scale, an option, or yes and no. */
export const counts = Array.from({ length: maxPoints }, (_, at) => `count${at + 1}`);

/** `lowest`: of a scale, its first point. */
type Places = { places: number; kind: Kind; lowest?: number };
/** Wordings of a `series` mean the same. */
type Wording = { version: number; series: number; wording: string; week: string };
/** The graph leaves out nulls. */
type Stored = Schedule & {
  id: string;
  kind: Kind;
  version: number;
  points?: number;
  lowest?: number;
  optionCount?: number;
  isSeveral?: boolean;
  endedAt?: string;
  erasedWeeks?: string[];
};
/** `wordings`: the newest first. `counted`: the one in whose words the answers are shown that the rows count. */
type Head = Heading & { languages: Languages; question: Stored; wordings: Wording[]; counted: Wording };
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

export const question = defineReport({ en, de }, readQuestion, (own, words) => {
  const answeredColumns: Column[] = [
    ...createDepartmentColumns(words),
    { name: 'answered', title: own.columns.answered, digits: 0 },
  ];
  const meanColumn: Column = { name: 'mean', title: own.columns.mean, digits: 1 };
  const scoreColumn: Column = { name: 'score', title: own.columns.score, digits: 0 };
  const countColumns = counts.map((name, at): Column => ({ name, title: own.answer(at + 1), digits: 0 }));
  return {
    name: 'question',
    timeParameter: 'week',
    isOfQuestion: true,
    isSeries: true,
    columns: [...answeredColumns, meanColumn, scoreColumn, ...countColumns],
    columnsOf(answer) {
      const asked = answer as Asked;
      const isScale = asked.kind === 'scale';
      const places = labelPlaces(asked, own).map((title, at): Column => ({ name: `count${at + 1}`, title, digits: 0 }));
      return [
        ...answeredColumns,
        ...(isScale ? [meanColumn] : []),
        ...(hasScore(asked) ? [scoreColumn] : []),
        ...places,
      ];
    },
    time: ({ week }) => week,
    toResponse: describeQuestion,
    headline(rows, head) {
      const newest = rows.findLast(({ scope }) => scope === 'everyone');
      const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
      const isWithheld = head.question.kind !== 'text' && read('answered') > 0 && (newest?.['count1'] ?? null) === null;
      const few = isWithheld ? own.few(words.formatNumber(head.minimumGroup)) : '';
      const says = own.says(inItsWords(head).question) + few + words.sayExcused(read('excused'));
      return createShareHeadline(words, read('answered'), read('people'), says);
    },
    figures: (rows, _, head) => createBars(rows, head, own, words),
  };
});

/**
 * Reads what was answered, in the weeks in which the question was asked or answered.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report, or the question is another tenant's, or it is asked nobody
 *   in sight, who has not answered it either: its words are not for everybody who knows its id; QUESTION_NOT_FOUND
 */
async function readQuestion(scope: ReportScope): Promise<PermittedList<Head, Row>> {
  const { questionId, version = null } = scope;
  if (typeof questionId !== 'string') throw new Error('This report needs the id of a question.');
  const { head, rows } = await readByDepartment<Found, Source>(scope, {
    permission: 'check-ins:read',
    weeks: scope.weeks ?? defaultWeeks,
    toSums,
    figures: ({ answered }) => ({ answered: Number(answered) }),
    written: {
      by: 'answered',
      distances: answerDistances,
      figures: (sums, { question: of }) =>
        of && !of.erasedWeeks?.includes(sums.week) ? answerFigures(sums, toPlaces(of)) : {},
    },
    toCall: (params) => ['reports/question', { ...params, questionId, version }],
  });
  const { question: found } = head;
  if (!found) return failNotFoundOrForbidden(scope.graph, 'QUESTION_NOT_FOUND', questionId);
  const all: Row[] = [];
  for await (const page of rows) all.push(...page);
  const asksAnybody = permitPart(head.standing, 'question:manage') && isOfTenant(head.standing, 'question:manage');
  const mayAsk = scope.asOperator || asksAnybody;
  if (all.length === 0 && !mayAsk) fail('FORBIDDEN');
  const answered = new Set(all.filter((row) => readNumber(row, 'answered') > 0).map(({ week }) => week));
  const at = head.wordings.findIndex((one) => one.version === (version ?? found.version));
  const counted =
    head.wordings[at] ?? failInvalid([{ pointer: '/version', message: 'The question has no such version.' }]);
  const from = beginningOf(found, head.wordings.findLast(({ series }) => series === counted.series) ?? counted);
  const until = head.wordings.slice(0, at).findLast(({ series }) => series !== counted.series)?.week ?? '9999';
  const wasAsked = (week: string): boolean => week >= from && week <= until && wasAskedIn(found, week);
  const shown = all.filter(({ week }) => answered.has(String(week)) || wasAsked(String(week)));
  const languages = scope.language ? [scope.language] : head.languages;
  return { head: { ...head, languages, question: found, counted }, rows: splitIntoPages(shown) };
}

const wasAskedIn = (of: Stored, monday: string): boolean =>
  isAskedIn(of, monday) && (of.endedAt === undefined || of.endedAt > monday);

/** The first week of a wording; both are asked in the week in which the next one replaces it. */
const beginningOf = (of: Stored, { version, week }: Wording): string =>
  version === 1 || week < of.fromWeek ? of.fromWeek : week;

/** How many places an answer can have; a text has none. */
function toPlaces({ kind, points, lowest = defaultLowest, optionCount }: Stored): Places {
  const places = { scale: points ?? 0, choice: optionCount ?? 0, yes_no: 2, text: 0 }[kind];
  return { kind, places, lowest };
}

/** Only a scale from 0 to 10 has a score. */
const hasScore = ({ kind, points, lowest }: { kind: Kind; points?: number; lowest?: number }): boolean =>
  kind === 'scale' && lowest === 0 && points === maxPoints;

/**
 * The score of a scale from 0 to 10, from -100 to 100: the share of 9 and 10 less the share of 0 to 6, in percent.
 * Source: F. Reichheld, The One Number You Need to Grow, Harvard Business Review, December 2003.
 */
function toScore(sums: DepartmentWeek, answered: number): number {
  const add = (from: number, to: number): number =>
    counts.slice(from, to + 1).reduce((total, name) => total + Number(sums[name]), 0);
  return Math.round((100 * (add(9, 10) - add(0, 6))) / answered);
}

function toSums({ distribution, ...row }: Source): DepartmentWeek {
  const sums: DepartmentWeek = { ...row, ...Object.fromEntries(counts.map((name) => [name, 0])) };
  for (const [places, answers] of distribution)
    for (const place of places) sums[`count${place}`] = Number(sums[`count${place}`]) + answers;
  return sums;
}

/** How far what was answered is from an answer that all have given: how many have not given each. */
export const answerDistances = (sums: DepartmentWeek): number[] =>
  counts.map((name) => Number(sums['answered']) - Number(sums[name]));

/** What was answered in a department, or by everyone, in a week. */
export function answerFigures(sums: DepartmentWeek, of: Places): Row {
  const { kind, places, lowest = defaultLowest } = of;
  const answered = Number(sums['answered']);
  const shown = counts.slice(0, places);
  const sum = shown.reduce((total, name, at) => total + (at + lowest) * Number(sums[name]), 0);
  return {
    mean: kind === 'scale' ? roundToTenth(sum / answered) : null,
    score: hasScore({ kind, points: places, lowest }) ? toScore(sums, answered) : null,
    ...Object.fromEntries(shown.map((name) => [name, Number(sums[name])])),
  };
}

/** The question in the words of the reader, and from which week on it had which. */
function describeQuestion({ week, languages, question: of, wordings, counted }: Head): object {
  const inWords = ({ version, wording }: Wording) => toAsked({ ...of, version, wording }, languages);
  return {
    weekStart: week,
    ...inWords(counted),
    wordings: wordings.toReversed().map((one) => {
      const { version, question: text, low, high, options } = inWords(one);
      return {
        version,
        from: beginningOf(of, one),
        question: text,
        ...(low && { low }),
        ...(high && { high }),
        ...(options && { options }),
      };
    }),
  };
}

/** A question in the words of one language. */
type Asked = ReturnType<typeof toAsked>;
/** The question in the words that were answered, in the language of the reader. */
const inItsWords = ({ question: of, counted: { version, wording }, languages }: Head) =>
  toAsked({ ...of, version, wording }, languages);

/** What the places of an answer mean: the points of a scale, with the words at its ends, the options, or yes and no. */
function labelPlaces(
  { kind, options = [], low, high, points = 0, lowest = defaultLowest }: Asked,
  own: typeof en,
): string[] {
  if (kind === 'yes_no') return [own.yes, own.no];
  if (kind === 'choice') return options;
  const last = points - 1;
  return Array.from({ length: kind === 'scale' ? points : 0 }, (_, at) => {
    const end = at === 0 ? low : at === last ? high : undefined;
    return `${at + lowest}${end === undefined ? '' : ` (${end})`}`;
  });
}

/** The answers of everyone in the newest week of which they are shown; none of a text. */
function createBars(rows: Row[], head: Head, own: typeof en, words: Words): Figure[] {
  const newest = rows.findLast((row) => row['scope'] === 'everyone' && (row['count1'] ?? null) !== null);
  if (!newest) return [];
  const asked = inItsWords(head);
  const answered = readNumber(newest, 'answered');
  const bars = labelPlaces(asked, own).map((label, at): Bar => {
    const count = readNumber(newest, `count${at + 1}`);
    return {
      label,
      text: words.formatShare(count, answered),
      parts: [{ share: answered === 0 ? 0 : count / answered }],
    };
  });
  return [
    {
      title: asked.question,
      about: own.about(words.formatWeek(String(newest['week']))) + nameWithheld(words, rows, 'answered'),
      bars,
    },
  ];
}
