// Rich text is cleaned when it is written: what is stored can be shown as HTML without harm.
import sanitizeHtml from 'sanitize-html';

const hasScheme = /^\s*[a-z]+:/i;

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'i', 'em', 'strong', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'code', 'pre'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Of a link without a scheme the library would think well; it would lead wherever the text happens to be shown.
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: hasScheme.test(href) ? { href } : {} }) },
  nestingLimit: 20,
};

const tagStart = /<[a-z/!?]/i;
const lessThanOutsideTags = /<(?!\/?[a-z][a-z0-9-]*(?:[\s/][^<]*)?>|[!?][^<]*>)/gi;

/**
 * Cleans a rich-text field by an allow-list of tags, and of links to http, https and mailto.
 * Text in which no `<` might open a tag is plain text and comes back byte for byte; in other text a `<` that opens no
 * complete tag, as before an e-mail address, is escaped, so that it is not swallowed with what follows.
 *
 * @param text at most 10,000 characters (checked before)
 */
export function cleanRichText(text: string): string {
  if (!tagStart.test(text)) return text;
  return sanitizeHtml(text.replace(lessThanOutsideTags, '&lt;'), allowed);
}
