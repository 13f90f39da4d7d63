// Motivators: from the provider once a day, from the graph otherwise; words about them for the few who may read those.
import { expect } from 'chai';
import type { Motivators } from '../../../src/features/motivators/schema.ts';
import { createMotivatorsService } from '../../../src/features/motivators/cached-motivators.ts';
import { openInsightWriter } from '../../../src/features/motivators/insight-writer.ts';
import { openMotivatorsProvider } from '../../../src/features/motivators/source.ts';
import {
  createSandboxScores,
  startMotivators,
  type Behaviour,
  type MotivatorsSandbox,
} from '../../../scripts/stack/motivators.ts';
import { company, sharedCompany, type Answer, type Company, refusal } from '../../support/company.ts';
import { languageModel, type LanguageModel } from '../../support/language-model.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let provider: MotivatorsSandbox;
let model: LanguageModel;
let writes = false;
before(async () => {
  provider = await startMotivators();
  model = await languageModel();
});
after(() => Promise.all([provider.stop(), model.stop()]));

/** A door made anew for each test, so that no test finds a provider that another has worn out. */
let fresh: ReturnType<typeof createMotivatorsService>;
const api = service((services) => {
  const renew = (): void => {
    fresh = createMotivatorsService({
      graph: api.graph,
      log: services.log,
      now: () => services.now(),
      provider: openMotivatorsProvider(provider.url, 'a-token'),
      writer: writes ? openInsightWriter({ url: model.url, model: 'tiny-1', key: 'a-key' }) : null,
    });
  };
  renewed = renew;
  return { motivators: { forTenant: (tenantId) => fresh.forTenant(tenantId) } };
});
let renewed: () => void;

const drawing = `
Ada (admin)
  Mia (senior_manager)
    Bob
      Ines
  Max
    Kim
      Tom
  Pia (people_team)
  Leo (senior_leadership)
  Gus †`;
const nowhere = '00000000-0000-4000-8000-000000000000';
const nextDay = '2026-11-21T10:00:00.000Z';
let acme: Company;
const neighbour = sharedCompany(api, 'Nora (people_team)\n  Ned');

beforeEach(async () => {
  provider.setBehaviour('good');
  writes = false;
  renewed();
  acme = await company(api, drawing);
});

const of = (who: string, as = who): Promise<Answer<Motivators>> =>
  acme.as(as).get<Motivators>(`/users/${acme.id(who)}/motivators`);
const broken: Behaviour[] = ['failing', 'silent', 'huge', 'garbled', 'malformed'];

describe('GET /users/{userId}/motivators', () => {
  it("gives the provider's scores with the time they were pulled, and asks again only after a day", async () => {
    const before = provider.requestCount();
    const first = await of('Ines');
    expect(first.status).to.equal(200);
    expect(first.body).to.deep.include({
      motivators: createSandboxScores(acme.id('Ines')),
      lastSyncedAt: '2026-11-20T10:00:00.000Z',
    });
    api.clock.now = '2026-11-21T09:59:59.000Z';
    expect((await of('Ines')).body.lastSyncedAt).to.equal('2026-11-20T10:00:00.000Z');
    expect(provider.requestCount() - before).to.equal(1);
    api.clock.now = nextDay;
    expect((await of('Ines')).body.lastSyncedAt).to.equal('2026-11-21T10:00:00.000Z');
    expect(provider.requestCount() - before).to.equal(2);
  });

  it('calls the provider once for a hundred concurrent readers', async () => {
    const before = provider.requestCount();
    const answers = await Promise.all(Array.from({ length: 100 }, () => of('Ines', 'Pia')));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(provider.requestCount() - before).to.equal(1);
  });

  it('returns to each of two concurrent readers their own', async () => {
    const people = ['Ines', 'Bob'];
    const answers = await Promise.all(people.map((who) => of(who, 'Pia')));
    expect(answers.map(({ body }) => body.motivators)).to.deep.equal(
      people.map((who) => createSandboxScores(acme.id(who))),
    );
  });

  for (const how of broken) {
    it(`serves the stored values while the provider is ${how}; else it is a 502`, async () => {
      await of('Ines');
      api.clock.now = nextDay;
      provider.setBehaviour(how);
      const logged = api.logged.filter((line) => line.includes('stored ones are served')).length;
      const kept = await of('Ines');
      expect([kept.status, kept.body.lastSyncedAt]).to.deep.equal([200, '2026-11-20T10:00:00.000Z']);
      expect(kept.body.motivators).to.deep.equal(createSandboxScores(acme.id('Ines')));
      expect(api.logged.filter((line) => line.includes('stored ones are served'))).to.have.length.above(logged);
      const none = await of('Bob');
      expect(refusal(none)).to.deep.equal([502, 'PROVIDER_UNAVAILABLE']);
      expect(api.logged.join('')).to.include('PROVIDER_UNAVAILABLE').and.not.include('Garbled');
    });
  }

  it('sends no request to a provider that failed five times in a row', async () => {
    provider.setBehaviour('failing');
    for (let time = 0; time < 5; time += 1) await of('Bob');
    const before = provider.requestCount();
    provider.setBehaviour('good');
    expect(refusal(await of('Bob'))).to.deep.equal([502, 'PROVIDER_UNAVAILABLE']);
    expect(provider.requestCount()).to.equal(before);
  });

  it('tries one request after ten seconds, and resumes when it is answered', async () => {
    provider.setBehaviour('failing');
    for (let time = 0; time < 5; time += 1) await of('Bob');
    const before = provider.requestCount();
    provider.setBehaviour('good');
    await until(
      () =>
        Promise.allSettled(
          ['Bob', 'Mia', 'Max'].map((who) => fresh.forTenant(acme.tenantId).current(acme.id(who), null)),
        ),
      (answers) => answers.some(({ status }) => status === 'fulfilled'),
    );
    expect(provider.requestCount() - before).to.equal(1);
    expect((await of('Ines')).status).to.equal(200);
  });

  it('has no motivators for a person unknown to the provider, and keeps stored ones', async () => {
    await of('Ines');
    api.clock.now = nextDay;
    provider.setBehaviour('unknown');
    expect((await of('Bob')).body.motivators).to.deep.equal([]);
    expect((await of('Ines')).body.motivators).to.have.length(11);
  });

  /** Who gets words about Ines, who only her scores, and who nothing. */
  const readers = async (): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = { words: [], scores: [], nothing: [] };
    for (const who of ['Ines', 'Pia', 'Leo', 'Ada', 'Mia', 'Bob', 'Max', 'Kim', 'Tom']) {
      const answer = await of('Ines', who);
      if (answer.status === 403) found['nothing']?.push(who);
      else found['aiInsights' in answer.body ? 'words' : 'scores']?.push(who);
    }
    return found;
  };

  it('shows words about them to the person, the People Team and senior leadership; for others the key is absent', async () => {
    expect(await readers()).to.deep.equal({
      words: ['Ines', 'Pia', 'Leo'],
      scores: ['Ada', 'Mia', 'Bob'],
      nothing: ['Max', 'Kim', 'Tom'],
    });
  });

  it('shows them to other roles where the tenant says so, at once and there alone', async () => {
    const set = (elevatedRoles: string[] | null): Promise<unknown> =>
      acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.elevatedRoles = $elevatedRoles', { elevatedRoles });
    const nothing = ['Max', 'Kim', 'Tom'];
    await set(['admin', 'senior_manager']);
    expect(await readers()).to.deep.equal({ words: ['Ines', 'Ada', 'Mia'], scores: ['Pia', 'Leo', 'Bob'], nothing });
    const { body } = await neighbour.as('Nora').get(`/users/${neighbour.id('Ned')}/motivators`);
    expect(body).to.have.property('aiInsights');
    await set([]);
    expect(await readers()).to.deep.equal({ words: ['Ines'], scores: ['Pia', 'Leo', 'Ada', 'Mia', 'Bob'], nothing });
    await set(null);
  });

  it('refuses another tenant, an unknown user and a deactivated caller', async () => {
    expect(refusal(await neighbour.as('Nora').get(`/users/${acme.id('Ines')}/motivators`))).to.deep.equal([
      403,
      'FORBIDDEN',
    ]);
    expect(refusal(await acme.as('Pia').get(`/users/${nowhere}/motivators`))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await of('Ines', 'Gus'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(refusal(await acme.as('Pia').get('/users/7/motivators'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('aiInsights', () => {
  it('are by a rule, and say so, where no language model is configured', async () => {
    const { body } = await of('Ines');
    expect(body.aiInsights).to.match(/^Matters most: .+ \(\d+\)/);
    expect(body.aiInsights).to.match(
      /Written by a fixed rule .*not by a language model, from the scores of 2026-11-20\.$/,
    );
  });

  it("are the model's where one is configured: told scores alone, written once for the same scores", async () => {
    writes = true;
    renewed();
    model.say('You like to decide for yourself.');
    const before = model.sent.length;
    const { body } = await of('Ines', 'Pia');
    expect(body.aiInsights).to.equal(
      'You like to decide for yourself.\n\nWritten by the language model tiny-1 on 2026-11-20, from the scores alone.',
    );
    api.clock.now = nextDay;
    expect((await of('Ines')).body.aiInsights).to.equal(body.aiInsights);
    const [sent, ...more] = model.sent.slice(before);
    expect(more).to.deep.equal([]);
    expect(sent?.authorization).to.equal('Bearer a-key');
    expect(sent?.body).to.include('autonomy').and.not.include('Ines').and.not.include(acme.id('Ines'));
  });

  it('are written again for other scores', async () => {
    writes = true;
    renewed();
    model.say('Of the first scores.');
    await of('Ines');
    await acme.statement(`MATCH (m:Motivators {tenantId: $tenantId, userId: $id}) SET m.scores = '[]'`, {
      id: acme.id('Ines'),
    });
    api.clock.now = nextDay;
    model.say('Of the second scores.');
    // a busy machine may not wait long enough for the provider: then the stored scores are shown, and it is asked again
    const { aiInsights } = await until(
      async () => {
        renewed();
        return (await of('Ines')).body;
      },
      (body) => body.aiInsights?.includes('Of the second scores.') ?? false,
    );
    const late = { userId: acme.id('Ines'), scores: '[]', insight: 'Of the first scores, late.' };
    expect(await api.graph.bind({ tenantId: acme.tenantId }).write('motivators/save_insight', late)).to.equal(null);
    expect((await of('Ines')).body.aiInsights).to.equal(aiInsights);
  });

  it('are of each of two who are read at the same moment', async () => {
    writes = true;
    renewed();
    model.say('So it is.');
    const before = model.sent.length;
    await Promise.all(['Ines', 'Bob'].map((who) => of(who, 'Pia')));
    expect(new Set(model.sent.slice(before).map(({ body }) => body)).size).to.equal(2);
  });

  for (const [what, text, end] of [
    ['is too long', 'long '.repeat(10_000), 'stop'],
    ['has a link', 'Read more at https://motives.example to see what it is for.', 'stop'],
    ['was cut off', 'You like to decide for yourself and', 'length'],
  ] as const)
    it(`are by the rule where the text of the model ${what}, and nobody reads that text`, async () => {
      writes = true;
      renewed();
      model.say(text, end);
      const { aiInsights } = (await of('Ines')).body;
      expect(aiInsights).to.include('fixed rule').and.not.include(text.slice(0, 20));
      model.say('You like to decide for yourself.');
    });

  for (const how of [null, 'hang'] as const) {
    it(`are by the rule while the model ${how === null ? 'fails' : 'says nothing'}`, async () => {
      writes = true;
      renewed();
      model.say(how);
      const { body } = await of('Ines');
      expect(body.aiInsights).to.include('fixed rule');
      model.say('Now I know.');
    });
  }

  it('are not written for those who may not read them', async () => {
    writes = true;
    renewed();
    const before = model.sent.length;
    await of('Ines', 'Bob');
    expect(model.sent.length).to.equal(before);
  });
});
