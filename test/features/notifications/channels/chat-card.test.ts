// What is sent to chat: flat fields and an Adaptive Card, judged by the published library of Adaptive Cards (the devDependency
// `adaptivecards`, whose parser knows the elements of the schema and their values).
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { renderChat } from '../../../../src/features/notifications/channels/chat/card.ts';
import { ChatMessage } from '../../../../src/features/notifications/channels/chat/schema.ts';
import { notificationTypes, type NotificationType } from '../../../../src/features/notifications/registry.ts';
import { languages, type Language } from '../../../../src/platform/lib/languages.ts';
import { compileValidator } from '../../../../src/platform/schema/validation.ts';

type Parsed = { validateProperties(): { validationEvents: { message: string }[] } };
type Library = {
  AdaptiveCard: new () => Parsed & { parse(json: unknown, context: object): void };
  SerializationContext: new () => { eventCount: number; getEventAt(at: number): { message: string } };
};
const library = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js') as Library;

/** What the library has against a card. */
function findFaults(card: unknown): string[] {
  const context = new library.SerializationContext();
  const parsed = new library.AdaptiveCard();
  parsed.parse(card, context);
  const read = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at).message);
  return [...read, ...parsed.validateProperties().validationEvents.map(({ message }) => message)];
}

const types = Object.keys(notificationTypes) as NotificationType[];
const check = compileValidator(ChatMessage);
const render = (
  type: NotificationType,
  payload: Record<string, unknown>,
  {
    language = 'en',
    link = null,
    averages = null,
  }: { language?: Language; link?: string | null; averages?: object | null } = {},
) =>
  renderChat(
    {
      notificationId: '7c9e6679-7425-40de-944b-000000000001',
      tenantId: '7c9e6679-7425-40de-944b-000000000002',
      tenantName: 'Fjordware',
      type,
      payload,
      averages: averages as never,
      language,
      link,
      recipient: { id: 'x', name: 'Ada', email: 'ada@example.test', isStopped: false },
    },
    'ada@example.test',
  );
const announce = (title: string, body: string, link: string | null = null) =>
  render('announcement', { title, body }, { link });
const cardOf = (message: ReturnType<typeof render>) =>
  message.attachments[0]?.content as { body: object[]; actions?: object[] };

describe('a message to chat', () => {
  it('has a card without a fault, in each type and language, and the fields that it declares', () => {
    for (const type of types)
      for (const language of languages)
        for (const link of [null, 'https://check-in.example/week']) {
          const message = render(type, notificationTypes[type].example, { language, link });
          expect(findFaults(cardOf(message)), type).to.deep.equal([]);
          expect(check(message), type).to.equal(null);
          expect(message).to.include({ email: 'ada@example.test', link: link ?? '', notificationType: type });
        }
  });

  it('is judged by a library that finds faults', () => {
    const text = { type: 'TextBlok', text: 'x' };
    const link = { type: 'Action.OpenUrl', title: 'Open' };
    expect(findFaults({ type: 'AdaptiveCard', version: '1.2', body: [text], actions: [link] })).to.have.length(2);
  });

  it('has no element that reads Markdown, so that a text makes no link', () => {
    const text = '[Sign in](https://evil.example) **now** <https://evil.example|here>';
    const message = announce(text, text, 'javascript:alert(1)');
    const { body, actions } = cardOf(message);
    expect(JSON.stringify(body)).to.not.include('"TextBlock"');
    expect([actions, message.link]).to.deep.equal([undefined, '']);
  });

  it('has an end: a long text is cut between characters, and has no more lines than a card shows', () => {
    for (const text of ['🙂'.repeat(5_000), `x${'🙂'.repeat(5_000)}`, 'a line\n\n'.repeat(1_200)]) {
      const message = announce('🙂'.repeat(200), text);
      expect(message.text.isWellFormed()).to.equal(true);
      expect(message.text.length).to.be.at.most(4_000);
      expect(JSON.stringify(message).length).to.be.below(20_000);
      expect(cardOf(message).body.length).to.be.at.most(61);
      expect(findFaults(cardOf(message))).to.deep.equal([]);
    }
  });

  it('has no average scores of a digest, which the mail has', () => {
    const { averages, ...payload } = notificationTypes['digest.weekly'].example;
    const message = render('digest.weekly', payload, { averages: averages as object });
    expect(JSON.stringify(message)).to.not.match(/[34]\.\d/);
  });
});
