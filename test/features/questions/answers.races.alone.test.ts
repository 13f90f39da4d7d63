// Answers while their question, their author or their week goes: whatever comes first, what was acknowledged can be read, and nothing of
// it is left without what it belongs to.
import { expect } from 'chai';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { casesOf } from '../../support/cases.ts';
import { company, refusal, type Company } from '../../support/company.ts';
import { holdLocks, startBeforeCommit, untilBlocked } from '../../support/locks.ts';
import { aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const week = '2026-11-16';
const rules = ['summaries=365'];
const rounds = casesOf(import.meta, 25, 25);
let acme: Company;
beforeEach(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
});

type Body = Record<string, unknown>;
type Shown = { questions: { questionId: string; answer?: Body }[] };
async function ask(): Promise<string> {
  const { body } = await acme.as('Ada').post('/questions', aQuestion({ from: week }));
  return String(body['id']);
}
const answer = (who: string, questionIds: string[]) =>
  acme.as(who).put<Shown>(`/me/answers/${week}`, {
    answers: questionIds.map((questionId) => ({ questionId, text: `Of ${who}.` })),
  });
/** The answers, wordings and summaries that belong to nothing. */
async function orphans(): Promise<unknown> {
  const [row] = await acme.statement(
    `RETURN
       COUNT { MATCH (a:Answer {tenantId: $tenantId}) WHERE NOT EXISTS { (:Question {tenantId: $tenantId, id: a.questionId}) } } AS question,
       COUNT { MATCH (a:Answer {tenantId: $tenantId}) WHERE NOT EXISTS { (:User {tenantId: $tenantId, id: a.userId}) } } AS author,
       COUNT { MATCH (a:Answer {tenantId: $tenantId}) WHERE NOT EXISTS {
         (:QuestionWording {tenantId: $tenantId, questionId: a.questionId, version: a.version})
       } } AS words,
       COUNT { MATCH (w:QuestionWording {tenantId: $tenantId}) WHERE NOT EXISTS { (:Question {tenantId: $tenantId, id: w.questionId}) } } AS wordings,
       COUNT { MATCH (c:ChangeEntry {tenantId: $tenantId}) WHERE c.subjectId IS NULL } AS changes`,
  );
  return row;
}
const none = { question: 0, author: 0, words: 0, wordings: 0, changes: 0 };
/** A promise that is kept after so many turns of the loop. */
const later = async <T>(turns: number, work: () => Promise<T>): Promise<T> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  return work();
};

describe('answers that wait for the end of their question', () => {
  it('are refused when it has been deleted, and those to other questions with them', async () => {
    const [first, second] = [await ask(), await ask()];
    await answer('Bob', [second]);
    const deletion: Parameters<typeof startBeforeCommit>[1] = [
      'MATCH (q:Question {id: $first}) OPTIONAL MATCH (w:QuestionWording {questionId: $first}) DETACH DELETE w, q',
      { first },
    ];
    const answered = await startBeforeCommit(api, deletion, 1, () => answer('Bob', [first]));
    expect(refusal(answered)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await orphans()).to.deep.equal(none);
    const { questions } = (await acme.as('Bob').get<Shown>(`/me/answers/${week}`)).body;
    expect(questions.map(({ questionId, answer: own }) => [questionId, own?.['text']])).to.deep.equal([
      [second, 'Of Bob.'],
    ]);
  });

  it('and the end that waits with them leave either both or a refusal, whoever comes first', async () => {
    const id = await ask();
    const commit = await holdLocks(api, ['MATCH (q:Question {id: $id}) SET q.id = $id', { id }]);
    const answered = answer('Bob', [id]);
    await untilBlocked(api.graph, 1);
    const ended = acme.as('Ada').delete(`/questions/${id}`);
    await untilBlocked(api.graph, 2);
    await commit();
    expect((await ended).status).to.equal(204);
    const isKept = (await answered).status === 200;
    if (!isKept) expect(refusal(await answered)).to.deep.equal([400, 'VALIDATION_ERROR']);
    const kept = await acme.statement('MATCH (a:Answer {tenantId: $tenantId}) RETURN a.questionId AS questionId');
    expect(kept).to.deep.equal(isKept ? [{ questionId: id }] : []);
    expect(await orphans()).to.deep.equal(none);
  });
});

describe('the end of a question', () => {
  it('leaves one entry in the logs when two end it at once', async () => {
    const id = await ask();
    const commit = await holdLocks(api, ['MATCH (q:Question {id: $id}) SET q.id = $id', { id }]);
    const ends = [acme.as('Ada').delete(`/questions/${id}`), acme.as('Ada').delete(`/questions/${id}`)];
    await untilBlocked(api.graph, 2);
    await commit();
    for (const { status } of await Promise.all(ends)) expect(status).to.be.oneOf([204, 404]);
    const entries = await acme.statement(
      `MATCH (e:AuditEntry {tenantId: $tenantId, action: 'question.end'}) RETURN e.id AS id`,
    );
    expect(entries).to.have.length(1);
  });
});

describe('an edit of a summary that waits for its withdrawal', () => {
  it('is refused, and leaves no entry in the change log', async () => {
    const summaryId = String((await acme.as('Bob').post('/summaries', aSummary({ weekStart: week }))).body['id']);
    const withdrawal: Parameters<typeof startBeforeCommit>[1] = [
      'MATCH (s:Summary {id: $summaryId}) DETACH DELETE s',
      { summaryId },
    ];
    const edited = await startBeforeCommit(api, withdrawal, 1, () =>
      acme.as('Bob').patch(`/summaries/${summaryId}`, aSummary({ weekStart: week })),
    );
    expect(edited.status).to.be.oneOf([403, 404]);
    expect(await orphans()).to.deep.equal(none);
  });
});

describe('answers in a race', () => {
  it('can be read when they were acknowledged, and hang on nothing that is gone', async function () {
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
      const [first, second] = [await ask(), await ask()];
      await acme.statement(
        `MATCH (t:Tenant {id: $tenantId}) SET t.retention = $rules
         CREATE (:RetentionRun:$($label) {tenantId: $tenantId, rules: $rules, dueAt: datetime('2020-01-01T00:00:00Z')})`,
        { rules },
      );
      const other: [string, () => Promise<unknown>] = (
        [
          ['end', () => acme.as('Ada').delete(`/questions/${first}`)],
          ['words', () => acme.as('Ada').patch(`/questions/${first}`, { text: { en: 'Other words?' } })],
          [
            'erasure',
            () =>
              erasePerson(openErasureServices(api.graph, api.config), {
                tenantId: acme.tenantId,
                userId: acme.id('Bob'),
                now: new Date(),
                dryRun: false,
              }),
          ],
          [
            'retention',
            () =>
              api.graph.bind({ tenantId: acme.tenantId }).write('retention/delete_answers', {
                rules,
                now: api.clock.now,
                before: '2026-12-01T00:00:00Z',
                limit: 100,
              }),
          ],
        ] as [string, () => Promise<unknown>][]
      )[round % 4] as [string, () => Promise<unknown>];
      const [answered, beside] = await Promise.all([
        answer('Bob', round % 2 === 0 ? [first, second] : [second, first]),
        answer('Cy', [first]),
        later(round, other[1]),
      ]);
      expect(await orphans(), `${other[0]} ${round}`).to.deep.equal(none);
      for (const [who, { status, body }] of [
        ['Bob', answered],
        ['Cy', beside],
      ] as const) {
        seen.add(`${other[0]} ${who} ${status}`);
        if (status !== 200 || other[0] === 'retention' || (who === 'Bob' && other[0] === 'erasure')) continue;
        const shown = (await acme.as(who).get<Shown>(`/me/answers/${week}`)).body.questions;
        const given = body.questions.filter((one) => one.answer).map(({ questionId }) => questionId);
        expect(shown.filter((one) => one.answer).map(({ questionId }) => questionId)).to.include.members(given);
        expect(given, `${other[0]} ${who} ${round}`).to.include(first);
      }
    }
    console.log(`      ${[...seen].sort().join(', ')}`);
    expect([...seen].filter((one) => one.endsWith('500'))).to.deep.equal([]);
  });
});
