// Streams a list page by page, in its format, to a client that may read slowly or leave.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Rows } from '../../graph/client.ts';
import type { ListFormat } from '../../lib/list-format.ts';
import { listStreams } from '../../limits.ts';

/** Creates the body of a list. It ends incomplete if the client takes no page for `stallMs`, or not all within `totalMs`. */
export function createListStream(format: ListFormat, rows: Rows<unknown>, pages: Rows<unknown>): Readable {
  const body: Readable = Readable.from(
    streamPages(pages, format, () => body.destroy(createSlowReaderError())),
    { objectMode: false },
  );
  const deadline = setTimeout(() => body.destroy(createSlowReaderError()), listStreams.totalMs);
  body.once('close', () => {
    clearTimeout(deadline);
    void rows.return().catch(() => undefined); // also if the body was never read
  });
  return body;
}

/** The pages of a list whose first two were read before, each one checked. */
export async function* concatPages(
  first: unknown[],
  second: unknown[],
  rest: Rows<unknown>,
  assertPage: (page: unknown[]) => void,
): Rows<unknown> {
  yield first;
  for (let page: unknown[] | void = second; page; page = (await rest.next()).value) {
    assertPage(page);
    yield page;
  }
}

const createSlowReaderError = (): Error => new Error('The client read a list too slowly.');

async function* streamPages(
  pages: Rows<unknown>,
  { start, formatPage, end }: ListFormat,
  disconnect: () => void,
): AsyncGenerator<string, void, void> {
  let isFirst = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const timer = setTimeout(disconnect, listStreams.stallMs);
    yield (isFirst ? start : '') + formatPage(rows, isFirst);
    clearTimeout(timer);
    isFirst = false;
    await nextTurn(); // others are served between two pages, also while the client takes every page at once
  }
  yield (isFirst ? start : '') + end;
}
