// Sanitizes rich text before it is stored, so stored text is safe to display as HTML.
import sanitizeHtml from 'sanitize-html';
import { failInvalid } from '../errors.ts';
import { compileValidator } from './validation.ts';
import { linkSchemes, RichText, richTextTags } from './values.ts';

const hasScheme = /^\s*[a-z]+:/i;

const allowed: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: linkSchemes,
  // sanitize-html allows links without a scheme. Remove them: they resolve against the page that displays the text.
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: hasScheme.test(href) ? { href } : {} }) },
  nestingLimit: 20,
};

const tagStart = /<[a-z/!?]/i;
const lessThanOutsideTags = /<(?!\/?[a-z][a-z0-9-]*(?:[\s/][^<]*)?>|[!?][^<]*>)/gi;

/**
 * Sanitizes a rich-text field by an allow-list of tags and of link schemes.
 *
 * Text without a possible tag is plain text and is returned unchanged. In other text, a `<` that does not open a complete
 * tag, such as in `<ada@example.org`, is escaped. Otherwise the parser would remove the text after it.
 *
 * @param text at most 10,000 characters, checked by the schema
 */
export function cleanRichText(text: string): string {
  if (!tagStart.test(text)) return text;
  return sanitizeHtml(text.replace(lessThanOutsideTags, '&lt;'), allowed);
}

const checkRichText = compileValidator(RichText);

/**
 * Sanitizes a field of a request and checks its length again: what clients read they can send back.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function sanitizeRichText(field: string, text: string): string {
  const clean = cleanRichText(text);
  const fault = checkRichText(clean);
  if (fault) failInvalid([{ pointer: `/${field}`, message: `${field}, cleaned and written as HTML, ${fault}` }]);
  return clean;
}

const maxExcerptLength = 200;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Returns the beginning of a text as plain text on one line, at most 200 characters.
 *
 * @param rich sanitized rich text, which may be cut off within a tag
 * @param plain is taken if the rich text shows nothing
 */
export function toExcerpt({ rich, plain = '' }: { rich: string; plain?: string }): string {
  const shown = tagStart.test(rich) ? stripTags(rich) : rich;
  const characters = [...(shown.trim() === '' ? plain : shown).replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxExcerptLength) return characters.join('');
  return `${characters.slice(0, maxExcerptLength - 1).join('')}…`;
}

function stripTags(html: string): string {
  const withoutTags = html.replace(/<\/?(?:b|i|em|strong|u|s|a|code)\b[^>]*>/g, '').replace(/<[^>]*(?:>|$)/g, ' ');
  return withoutTags.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}
