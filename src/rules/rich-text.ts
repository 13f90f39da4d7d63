// Sanitizes rich text before it is stored, so stored text is safe to display as HTML.
import sanitizeHtml from 'sanitize-html';

const hasScheme = /^\s*[a-z]+:/i;

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'i', 'em', 'strong', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'code', 'pre'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
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
