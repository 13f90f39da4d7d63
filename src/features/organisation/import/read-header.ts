// Reads the row of titles of a table: which column each title stands for. No IO.

/** An error in a file. `row` counts as in a spreadsheet (the header is row 1); null for the file as a whole. */
export type Fault = { row: number | null; message: string };

/** The columns of a file; titles are compared by `simplifyTitle`. */
export type TableColumns<Name extends string> = {
  /** If an entry is a list, one of its columns is enough. */
  required: readonly (Name | readonly Name[])[];
  optional?: readonly Name[];
  /**
   * Other titles of a column. If a file has several of them, the first one of this list is used, and the others are ignored. The name
   * of the column comes first, unless it is in the list.
   */
  aliases?: Partial<Record<Name, readonly string[]>>;
  /** Columns of which all titles are read: in a row where the first one has an empty cell, the next one is used. */
  cellwise?: ReadonlySet<Name>;
  /** Those of them of which all cells of a row count, so that no title is ignored. */
  always?: ReadonlySet<Name>;
  /** Whether lines above the titles, and rows of totals, are skipped. The caller shows the notes about them. */
  isReport?: boolean;
};

/**
 * `places`: the indexes of a column in a row, the best title first. `likely`: which column a title may stand for that is not
 * known.
 */
export type Header<Name extends string> = {
  titles: readonly string[];
  places: ReadonlyMap<Name, readonly number[]>;
  likely: ReadonlyMap<string, Name>;
  faults: Fault[];
};

/** What exports of programs write behind a title to say how it is used. */
const mark =
  /[[(][\s_]*(?:required|optional|mandatory|read[\s_-]*only|upload[\s_-]*only|pflichtfeld|pflicht|erforderlich)[\s_]*[\])]/g;
/** The signs in which titles of programs differ: blanks, hyphens, brackets, apostrophes and quotation marks of any kind. */
const sign = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Sk}\p{Mn}'"_.,:;/\\*?!|]+/gu;

/** One spelling of a title. Programs differ in case, blanks, punctuation, brackets, apostrophes and marks such as `[Required]`. */
export const simplifyTitle = (title: string): string =>
  title.normalize('NFKC').toLowerCase().replaceAll(mark, '').replaceAll('ʼ', "'").replaceAll(sign, '');

/** Reads the titles of a row, which counts as in a spreadsheet. */
export type ReadHeader<Name extends string> = (record: readonly string[], row: number) => Header<Name>;

/**
 * Creates a reader of rows of titles.
 *
 * @param mapped the column that the user means by a title (`--map`), by title
 */
export function createHeaderReader<Name extends string>(
  columns: TableColumns<Name>,
  mapped: Readonly<Record<string, string>> | undefined,
): ReadHeader<Name> {
  const { required, optional = [], aliases } = columns;
  const known = [...new Set([...required.flat(), ...optional] as Name[])];
  const byTitle: ByTitle<Name> = new Map();
  for (const name of known) {
    const others = aliases?.[name] ?? [];
    for (const [place, title] of (others.includes(name) ? others : [name, ...others]).entries()) {
      const simple = simplifyTitle(title);
      if (title === name || !byTitle.has(simple)) byTitle.set(simple, { name, place });
    }
  }
  const wrong: Fault[] = [];
  for (const [title, name] of Object.entries(mapped ?? {})) {
    const column = known.find((one) => one === name);
    if (column) byTitle.set(simplifyTitle(title), { name: column, place: -1 });
    else
      wrong.push({
        row: null,
        message: `There is no column ${JSON.stringify(name)}; the columns are ${known.join(', ')}.`,
      });
  }
  return (record, row) => {
    const titles = record.map((title) => title.trim());
    if (titles.every((title) => title === '')) {
      const message = `The file is empty; its first row names the columns ${listColumns(required, optional)}.`;
      return { titles, places: new Map(), likely: new Map(), faults: [{ row: null, message }] };
    }
    const header = placeTitles(titles, row, { columns, known, byTitle, isMapped: mapped !== undefined });
    const simple = new Set(titles.map(simplifyTitle));
    const absent = Object.keys(mapped ?? {}).filter((title) => !simple.has(simplifyTitle(title)));
    const missing = absent.map((title) => ({ row, message: `has no column with the title ${JSON.stringify(title)}` }));
    return { ...header, faults: [...wrong, ...missing, ...header.faults] };
  };
}

type ByTitle<Name> = Map<string, { name: Name; place: number }>;

function placeTitles<Name extends string>(
  titles: readonly string[],
  row: number,
  {
    columns: { required, cellwise = new Set() },
    known,
    byTitle,
    isMapped,
  }: { columns: TableColumns<Name>; known: readonly Name[]; byTitle: ByTitle<Name>; isMapped: boolean },
): Header<Name> {
  const doubled: Fault[] = [];
  const found = titles.map((title) => byTitle.get(simplifyTitle(title)) ?? null);
  const places = new Map<Name, readonly number[]>();
  const twice = new Set<number>();
  for (const name of known) {
    const all = found
      .flatMap((one, index) => (one?.name === name ? [{ index, place: one.place }] : []))
      .sort((a, b) => a.place - b.place);
    const best = all.filter(({ place }) => place === all[0]?.place);
    if (best.length > 1) {
      for (const { index } of best) twice.add(index);
      const shown = best.map(({ index }) => JSON.stringify(titles[index])).join(' and ');
      doubled.push({ row, message: `has the column ${name} twice: ${shown}` });
    }
    const isWhole = cellwise.has(name) && all[0]?.place !== -1; // whoever maps a title means that one alone
    if (all.length > 0)
      places.set(
        name,
        (isWhole ? all : best.slice(0, 1)).map(({ index }) => index),
      );
  }
  const read = new Set([...places.values()].flat());
  const ignored = titles.filter((title, index) => !read.has(index) && !twice.has(index) && title !== '');
  const faults: Fault[] = [];
  const others = ignored.map((title) => JSON.stringify(title)).join(', ');
  for (const choice of required) {
    const possible = typeof choice === 'string' ? [choice] : choice;
    if (possible.some((name) => places.has(name))) continue;
    const hint = isMapped
      ? `; of ${others}, --map "title=${possible[0]}" names the one that is meant`
      : `; ${others} is not known`;
    faults.push({ row, message: `lacks the column ${possible.join(' or ')}${others === '' ? '' : hint}` });
  }
  const likely = new Map<string, Name>();
  for (const title of ignored) {
    const words = title
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}]+/u);
    const column = words.map((word) => byTitle.get(word)?.name).find((name) => name && !places.has(name));
    if (column) likely.set(title, column);
  }
  return { titles, places, likely, faults: [...faults, ...doubled] };
}

const listColumns = (required: readonly (string | readonly string[])[], optional: readonly string[]): string =>
  required.map((choice) => (typeof choice === 'string' ? choice : choice.join(' or '))).join(', ') +
  (optional.length > 0 ? ` and optionally ${optional.join(', ')}` : '');
