// The header Link: reading it, and walking through a list by it alone.
import { expect } from 'chai';
import { servedSections } from '../../src/app/sections.ts';
import type { Answer, Company } from './company.ts';
import type { Service } from './service.ts';

/** Whoever made an address from these headers would name another host. */
export const hostile = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };

type Link = { target: string; rel: string };

/** Reads a header Link, as RFC 8288 writes it. */
export function readLinks(header: string | string[] | null | undefined): Link[] {
  const found = String(header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*\w+="[^"]*")*)/g);
  return [...found].map(([, target = '', parameters = '']) => ({
    target,
    rel: /rel="([^"]*)"/.exec(parameters)?.[1] ?? '',
  }));
}

export const targetOf = (links: Link[], rel: string): string | undefined =>
  links.find((one) => one.rel === rel)?.target;

/** Every list that a parameter `cursor` continues. */
export const cursorLists = servedSections.flatMap(({ endpoints }) =>
  endpoints.filter(({ method, query }) => method === 'GET' && query?.properties['cursor']),
);

/**
 * Reads a list row by row, by `rel="next"` alone, and expects what one page of it has.
 *
 * @param path with the query, below the version prefix
 * @returns the number of rows
 */
export async function walk(api: Service, acme: Company, who: string, path: string): Promise<number> {
  type Page = { items: object[]; nextCursor?: string };
  const base = `${api.url}/v1`;
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=`;
  const whole: Answer<Page> = await acme.as(who).get<Page>(`${start}200`);
  expect(whole.status, JSON.stringify(whole.body)).to.equal(200);
  expect(readLinks(whole.headers.get('link')), 'the last page has none').to.deep.equal([]);
  const rows: object[] = [];
  let address: string | undefined = `${base}${start}1`;
  while (address !== undefined) {
    expect(rows.length).to.be.at.most(whole.body.items.length);
    const asked: string = address.slice(base.length);
    const { status, headers, body }: Answer<Page> = await acme.as(who).get<Page>(asked, hostile);
    expect(status).to.equal(200);
    rows.push(...body.items);
    const links = readLinks(headers.get('link'));
    expect(JSON.stringify(links)).to.not.include('evil');
    const next = targetOf(links, 'next');
    if (next !== undefined) expect(new URL(next, address).searchParams.get('cursor')).to.equal(body.nextCursor);
    address = next === undefined ? undefined : new URL(next, address).href;
  }
  expect(rows).to.deep.equal(whole.body.items);
  return rows.length;
}
