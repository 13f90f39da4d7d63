// HTML as a strict reader sees it: anything that is not well-formed throws.
const token = /<!DOCTYPE html>|<style>[^<]*<\/style>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)>|([^<>]+)/gy;
const empty = new Set(['meta', 'br', 'hr', 'img']);
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: '\u00a0' };

/**
 * The tags of a document in order, each with the names of its attributes.
 *
 * @throws {Error} at the first thing that is neither text nor a tag in its place, and at a bare ampersand
 */
export function shapeOf(html: string): string[] {
  const shape: string[] = [];
  const open: string[] = [];
  read(html, (closing, tag, attributes) => {
    if (closing && open.pop() !== tag) throw new Error(`</${tag}> closes something else.`);
    if (!closing && !empty.has(tag)) open.push(tag);
    if (!closing) shape.push([tag, ...[...attributes.matchAll(/\s([a-z-]+)=/g)].map(([, name]) => name)].join(' '));
  });
  if (open.length > 0) throw new Error(`Not closed: ${open.join(', ')}.`);
  return shape;
}

/** The text a reader sees, entities resolved. */
export function textIn(html: string): string {
  return read(html, () => undefined).join('');
}

function read(html: string, tagged: (closing: boolean, tag: string, attributes: string) => void): string[] {
  const texts: string[] = [];
  let at = 0;
  for (const [all, slash, tag, attributes = '', text] of html.matchAll(token)) {
    at += all.length;
    if (/&(?!(lt|gt|quot|#39|amp|nbsp);)/.test(all)) throw new Error('A bare ampersand.');
    if (tag) tagged(slash === '/', tag, attributes);
    if (text) texts.push(text.replace(/&(.+?);/g, (_, name: string) => entities[name] ?? ''));
  }
  if (at !== html.length) throw new Error(`Not well-formed at: ${html.slice(at, at + 60)}`);
  return texts;
}
