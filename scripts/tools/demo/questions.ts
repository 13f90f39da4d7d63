// Generates the questions of a demo company, and the answers that belong to its check-ins.
import { isAskedIn, type StoredValue } from '../../../src/features/questions/rules.ts';
import { toStoredValue } from '../../../src/features/questions/stored-questions.ts';
import { toNameKey } from '../../../src/platform/lib/names.ts';
import { createRandom, randomNormal, shuffle, type Random } from '../random.ts';
import { createFiller, dealFrom } from './check-in-texts.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';
import type { DemoQuestion } from './texts.ts';
import { mondayWeeksAgo, type DemoSummary } from './summaries.ts';

/** `place` is that of its question in the company's list. */
type DemoAnswer = StoredValue & { place: number; email: string; weekStart: string; answeredAt: string };

/** Of those who write a check-in, how many answer. */
const answeringShare = { required: 0.97, other: 0.85 };

/** The questions as they are stored, but for their ids. The same clock gives the same. */
export function generateQuestions(company: Company, now: Date) {
  return company.questions.map(({ author, audience, kind, wording, ...one }) => {
    const monday = mondayWeeksAgo(company, now, one.weeksAgo);
    const isNamed = audience.type === 'department';
    return {
      authorEmail: author,
      headEmail: audience.type === 'below' ? audience.email : null,
      // the query adds the id of the head
      audience:
        audience.type === 'tenant' ? audience.type : `${audience.type}:${isNamed ? toNameKey(audience.name) : ''}`,
      audienceName: isNamed ? audience.name : null,
      kind,
      frequency: one.frequency,
      everyWeeks: one.everyWeeks ?? null,
      fromWeek: monday.toString(),
      isRequired: one.isRequired,
      points: one.points ?? null,
      optionCount: wording.options?.length ?? null,
      isSeveral: kind === 'choice' ? (one.isSeveral ?? false) : null,
      content: JSON.stringify(wording),
      createdAt: monday.toZonedDateTime({ timeZone: company.timezone, plainTime: '07:00' }).toInstant().toString(),
    };
  });
}

/** The answers of those who wrote a check-in, a little before it. The same clock gives the same. */
export function generateAnswers(company: Company, summaries: readonly DemoSummary[], now: Date): DemoAnswer[] {
  const schedules = generateQuestions(company, now);
  return company.people.flatMap((person) => {
    const written = summaries.filter(({ email }) => email === person.email);
    return company.questions.flatMap((question, place) => {
      const schedule = schedules[place];
      if (!schedule || !isInAudience(company, question, person)) return [];
      const random = createRandom(company.slug, person.email, 'answers', String(place));
      const answer = createAnswers(company, person, question, random);
      return written.flatMap((summary): DemoAnswer[] => {
        const value = answer(summary);
        const answers = random() < (question.isRequired ? answeringShare.required : answeringShare.other);
        if (!answers || !isAskedIn({ ...schedule, toWeek: null }, summary.weekStart)) return [];
        const { email, weekStart, createdAt } = summary;
        return [{ place, email, weekStart, ...value, answeredAt: createdAt }];
      });
    });
  });
}

/** Whether the question is asked to the person, by their department or their line upwards. */
function isInAudience({ people }: Company, { audience }: DemoQuestion, person: Person): boolean {
  if (audience.type === 'tenant') return true;
  if (audience.type === 'department') return person.department === audience.name;
  for (let above = person.managerEmail; above !== undefined;) {
    if (above === audience.email) return true;
    above = people.find(({ email }) => email === above)?.managerEmail;
  }
  return false;
}

/** Returns a function that answers in the week of a check-in: on a scale as well as the week was for the work. */
function createAnswers(
  company: Company,
  person: Person,
  { kind, points = 5, wording: { options = [] }, isSeveral = false, answers = [] }: DemoQuestion,
  random: Random,
): (summary: DemoSummary) => StoredValue {
  const deal = dealFrom(shuffle(random, answers), 0);
  const fillerOfWeek = createFiller(random, company, person);
  return ({ scores }) => {
    const score = scores.professionalWellbeing;
    switch (kind) {
      case 'scale': {
        const near = 1 + ((score - 1) * (points - 1)) / 4 + randomNormal(random, 0.5);
        return toStoredValue({ points: Math.min(points, Math.max(1, Math.round(near))) });
      }
      case 'choice': {
        const chosen = Math.floor(random() ** 1.5 * options.length);
        const other = isSeveral && random() < 0.25 ? (chosen + 1) % options.length : chosen;
        return toStoredValue({ choices: [...new Set([chosen, other])].sort((a, b) => a - b) });
      }
      case 'yes_no':
        return toStoredValue({ yes: random() < (score <= 2 ? 0.5 : 0.9) });
      case 'text':
        return toStoredValue({ text: fillerOfWeek()(deal()) });
    }
  };
}
