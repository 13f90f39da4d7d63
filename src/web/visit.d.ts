// What the frame of the page gives to a screen, and what a screen is.
import type { nothing, TemplateResult } from 'lit-html';
import type { components } from './api-types.d.ts';

export type Schemas = components['schemas'];
export type Me = Schemas['Me'];
export type Home = Schemas['Home'];
/** What a template can contain. */
export type Drawn = TemplateResult<1 | 2> | typeof nothing | string | number | Drawn[];

/** A part of a screen that is read by itself. `again` reads it once more after a failure. */
export type Part<Data> = { data: Data | null; error: Error | null; again?: () => void };

/** A visit of a screen: its address, what it has read, and what it can do. */
export type Visit = {
  /** The name of the screen: the first part of the address. */
  id: string;
  screen: Screen;
  /** The parts of the address behind the name of the screen. */
  args: string[];
  me: Me;
  /** What the parts of the screen keep, each by a key of its own. */
  parts: Record<string, unknown>;
  /** The rows that are open, by key. */
  opened: Set<string>;
  draw: () => void;
  reload: () => Promise<void>;
  /** Runs a change and reads the screen again. The change returns what to tell the reader. */
  run: (work: () => Promise<string | undefined>) => Promise<boolean>;
  /** Runs something that may be refused. */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Sends a change, and then says that it is done. */
  change: (
    done: string,
    send: () => Promise<{ data?: unknown; error?: unknown; response: Response }>,
  ) => Promise<boolean>;
  part: <Data>(key: string, work: () => Promise<Data>) => Part<Data>;
  isSignedIn: () => boolean;
  /** Asks the person to sign in again, if it is the token that the API has refused; then does `again`. */
  noteEnd: (error: Error, again?: () => void) => boolean;
};

export type Screen<Data = unknown> = {
  load: (visit: Visit) => Promise<Data>;
  view: (data: Data, visit: Visit) => Drawn;
  /** The name of what is shown, in place of the title. */
  name?: (data: Data) => string | undefined;
  /** Whether the view has a heading of its own. */
  hasHead?: boolean;
};
