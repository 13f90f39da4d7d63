// What a message to chat says: flat fields that a workflow can use one by one, and the same as an Adaptive Card. It has the words
// of the record in the application, never the text of a summary, of feedback or of an answer.
import type { Static } from '@sinclair/typebox';
import { getDefinition } from '../../registry.ts';
import { renderRecord, toSafeHref } from '../../render.ts';
import type { Message } from '../define-channel.ts';
import type { ChatMessage } from './schema.ts';

/** Chat programs refuse messages of more than about 28 KB. A longer text is cut; the record in the application has all of it. */
const maxTextLength = 4_000;
const maxLines = 60;
const cardType = 'application/vnd.microsoft.card.adaptive';

/** Renders a notification for the person with the e-mail address. */
export function renderChat(message: Message, email: string): Static<typeof ChatMessage> {
  const { notificationId, type, language } = message;
  const { title, text: whole } = renderRecord(message);
  const text = cut(whole);
  const link = toSafeHref(message.link) ?? '';
  const { action } = getDefinition(type).texts[language];
  const lines = text.split('\n').filter((line) => line !== '');
  return {
    type: 'message',
    id: notificationId,
    notificationType: type,
    email,
    title,
    text,
    link,
    attachments: [
      {
        contentType: cardType,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [
            writeLine(title, { weight: 'Bolder', size: 'Medium' }),
            ...lines.slice(0, maxLines).map((line) => writeLine(line, {})),
          ],
          ...(link !== '' && { actions: [{ type: 'Action.OpenUrl', title: action, url: link }] }),
        },
      },
    ],
  };
}

/** A line of a card. A TextRun has no Markdown, unlike a TextBlock: a name or a title makes no link, and nothing bold. */
const writeLine = (text: string, look: { weight?: string; size?: string }) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
});

/** Shortens a text without cutting a character in two; a cut is marked with an ellipsis. */
function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
