// Schemas of questions, of what is asked, and of answers.
import { Type, type Static } from '@sinclair/typebox';
import { languages } from '../../platform/lib/languages.ts';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import {
  CalendarDate,
  field,
  namedObject,
  NonBlankText,
  openEnum,
  orNull,
  optionalField,
  ShortText,
  strictObject,
  Text,
  Timestamp,
  Uuid,
  withName,
} from '../../platform/schema/values.ts';
import { frequencies, kinds, maxAnswers, maxOptions, maxPoints } from './rules.ts';

const QuestionKind = withName('QuestionKind', openEnum(...kinds));
const QuestionFrequency = withName('QuestionFrequency', openEnum(...frequencies));
const AudienceType = withName('AudienceType', openEnum('tenant', 'department', 'team', 'below'));

const words = (name: string, description: string, example: string) =>
  withName(
    name,
    Type.Object(
      Object.fromEntries(
        languages.map((language) => [language, optionalField(ShortText, `${description}: ${language}`, example)]),
      ),
      { ...strictObject, minProperties: 1 },
    ),
  );
/** A change of words. With null a language goes, which JSON can leave out as well. */
const changedWords = Type.Object(
  Object.fromEntries(
    languages.map((language) => [
      language,
      optionalField(orNull(ShortText), `The words, or null for none: ${language}`, 'How clear are your priorities?'),
    ]),
  ),
  { ...strictObject, minProperties: 1 },
);
const QuestionWordsChange = withName('QuestionWordsChange', changedWords);
const QuestionEndChange = withName('QuestionEndChange', orNull(changedWords));

/** Words by language; a reader gets their own language, or else the first one. */
export const QuestionWords = words('QuestionWords', 'The words in a language', 'How clear are your priorities?');
const OptionWords = field(QuestionWords, 'Words of the option');
const Options = Type.Array(OptionWords, { minItems: 2, maxItems: maxOptions });

const wording = {
  text: field(QuestionWords, 'The question'),
  low: optionalField(QuestionWords, 'What the lowest point of a scale means'),
  high: optionalField(QuestionWords, 'What the highest point of a scale means'),
  options: optionalField(Options, 'What can be chosen', [{ en: 'Yes, often' }, { en: 'Sometimes' }]),
};
const Points = Type.Integer({ minimum: 3, maximum: maxPoints });
const EveryWeeks = Type.Integer({ minimum: 2, maximum: 52 });
const Lowest = Type.Integer({ minimum: 0, maximum: 1 });
const plan = {
  frequency: field(QuestionFrequency, 'In which weeks it is asked, from its first one on', 'weekly'),
  everyWeeks: optionalField(EveryWeeks, 'Of every_n_weeks: how many weeks lie between', 2),
  isRequired: field(Type.Boolean(), 'Asked first; a summary without an answer is accepted all the same', false),
  points: optionalField(Points, 'Of a scale: how many points it has', 5),
  lowest: optionalField(
    Lowest,
    'Of a scale: its first point, 0 or 1; absent: 1. A scale from 0 to 10 has 11 points and a score',
    0,
  ),
  isSeveral: optionalField(Type.Boolean(), 'Of a choice: whether several options can be chosen', false),
};

export const QuestionAudience = namedObject('QuestionAudience', {
  type: field(AudienceType, 'Everybody, a department, a team, or everyone below a person', 'team'),
  name: optionalField(ShortText, 'Name of the department or team', 'Payments'),
  userId: optionalField(Uuid, 'Id of the person below whom people are asked', exampleIds.manager),
});
export type QuestionAudience = Static<typeof QuestionAudience>;

/** The body of POST /questions. Its example is of one kind: not all fields go together. */
export const QuestionInput = Type.Object(
  {
    kind: field(QuestionKind, 'What answers it'),
    ...wording,
    ...plan,
    frequency: optionalField(QuestionFrequency, 'In which weeks it is asked, from its first one on; default: weekly'),
    isRequired: optionalField(
      Type.Boolean(),
      'Asked first; a summary without an answer is accepted all the same; default: false',
    ),
    audience: field(QuestionAudience, 'Whom it is asked'),
    from: optionalField(CalendarDate, 'Any day of the first week; default: this week, in the time zone of the tenant'),
    to: optionalField(CalendarDate, 'Any day of the last week; without it, until it is ended'),
  },
  {
    ...strictObject,
    $id: 'QuestionInput',
    examples: [
      {
        kind: 'scale',
        text: { en: 'How clear are your priorities?' },
        points: 5,
        audience: { type: 'tenant' },
        frequency: 'weekly',
        from: '2026-11-16',
      },
    ],
  },
);
export type QuestionInput = Static<typeof QuestionInput>;

/** The body of PATCH /questions/{questionId}; absent fields stay unchanged. */
export const QuestionChange = withName(
  'QuestionChange',
  Type.Partial(
    Type.Object(
      {
        text: field(QuestionWordsChange, 'The question'),
        low: field(QuestionEndChange, 'What the lowest point of a scale means; null for no words', {
          en: 'Not at all',
        }),
        high: field(QuestionEndChange, 'What the highest point of a scale means; null for no words', {
          en: 'Completely',
        }),
        options: wording.options,
        isRequired: field(
          orNull(Type.Boolean()),
          'Asked first; a summary without an answer is accepted all the same; null: false',
          false,
        ),
        to: field(orNull(CalendarDate), 'Any day of the last week; null for none, if it has none', '2026-12-14'),
      },
      strictObject,
    ),
  ),
);
export type QuestionChange = Static<typeof QuestionChange>;

const version = field(Type.Integer({ minimum: 1 }), 'Number of the wording; a change of the words is a new one', 1);
const kind = field(QuestionKind, 'What answers it', 'scale');

export const Question = namedObject('Question', {
  id: field(Uuid, 'Id of the question', exampleIds.question),
  version,
  kind,
  ...wording,
  ...plan,
  audience: field(QuestionAudience, 'Whom it is asked'),
  askedBelow: optionalField(
    UserRef,
    'The person below whom people are asked; absent for other audiences',
    examplePeople.manager,
  ),
  from: field(CalendarDate, 'Monday of the first week'),
  to: optionalField(CalendarDate, 'Monday of the last week; absent if it is asked until it is ended'),
  createdBy: optionalField(
    UserRef,
    'Who asked; absent once erased, and where who operates the service did',
    examplePeople.manager,
  ),
  createdAt: field(Timestamp, 'Time of creation'),
  endedAt: optionalField(Timestamp, 'Time of its end; absent while it is asked'),
});
export type Question = Static<typeof Question>;

const value = {
  text: optionalField(NonBlankText, 'Answer to a text question', 'The plan of the quarter.'),
  points: optionalField(Type.Integer({ minimum: 0, maximum: maxPoints }), 'Answer on a scale', 4),
  choices: optionalField(
    Type.Array(Type.Integer({ minimum: 0, maximum: maxOptions - 1 }), { maxItems: maxOptions }),
    'Chosen options, by their places in the version that was answered, from 0',
    [0],
  ),
  yes: optionalField(Type.Boolean(), 'Answer to a question of yes or no', true),
};

const AnswerInput = namedObject('AnswerInput', {
  questionId: field(Uuid, 'Id of the question', exampleIds.question),
  version: optionalField(
    Type.Integer({ minimum: 1 }),
    'Number of the wording that was read; default: the current one',
    1,
  ),
  ...value,
});
/** The body of PUT /me/answers/{weekStart}. */
export const AnswersInput = namedObject('AnswersInput', {
  answers: field(Type.Array(AnswerInput, { maxItems: maxAnswers }), 'The answers, one to a question', [
    { questionId: exampleIds.question, points: 4 },
  ]),
});
export type AnswersInput = Static<typeof AnswersInput>;

export const Answer = namedObject('Answer', {
  ...value,
  answeredAt: field(Timestamp, 'Time of the answer'),
  editedAt: optionalField(
    Timestamp,
    'Time of its last change after the manager had responded to the summary; absent without one',
  ),
});
export type Answer = Static<typeof Answer>;

/** A question in the words of one language. */
export const asked = {
  questionId: field(Uuid, 'Id of the question', exampleIds.question),
  version,
  kind,
  question: field(Text, 'The question in the language of the reader', 'How clear are your priorities?'),
  low: optionalField(Text, 'What the lowest point means', 'Not at all'),
  high: optionalField(Text, 'What the highest point means', 'Completely'),
  points: plan.points,
  lowest: plan.lowest,
  options: optionalField(Type.Array(Text), 'What can be chosen', ['Yes, often', 'Sometimes']),
  isSeveral: plan.isSeveral,
};
const AskedQuestion = namedObject('AskedQuestion', {
  ...asked,
  isRequired: plan.isRequired,
  answer: optionalField(Answer, 'The answer so far; absent without one'),
});
export type AskedQuestion = Static<typeof AskedQuestion>;

export const AskedQuestions = namedObject('AskedQuestions', {
  weekStart: field(CalendarDate, 'Monday of the week'),
  questions: field(Type.Array(AskedQuestion), 'The questions, required ones first; as many as can be answered'),
});
export type AskedQuestions = Static<typeof AskedQuestions>;

const GivenAnswer = namedObject('GivenAnswer', { ...asked, answer: field(Answer, 'The answer') });
export type GivenAnswer = Static<typeof GivenAnswer>;
export const GivenAnswers = namedObject('GivenAnswers', {
  answers: field(Type.Array(GivenAnswer), 'The answers, each with the wording that it answered'),
});
