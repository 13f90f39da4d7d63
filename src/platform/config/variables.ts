// Declares, validates and parses environment variables. It uses no schema library, because every command reads its configuration
// first, and loading a schema library takes as long as the rest of a short command.

/** A variable without a default must be set, unless it is optional. */
type Variable<Value = unknown, Optional extends boolean = boolean> = {
  description: string;
  default?: Value;
  optional: Optional;
  /** Returns what is wrong with a text, without quoting it; null if it is valid. */
  findFault(text: string): string | null;
  parse(text: string): Value;
};

/** The values of variables by name; only optional ones may be undefined. */
export type Values<Variables extends Record<string, Variable>> = {
  [Name in keyof Variables as Variables[Name] extends Variable<unknown, false> ? Name : never]: Value<Variables[Name]>;
} & {
  [Name in keyof Variables as Variables[Name] extends Variable<unknown, true> ? Name : never]?: Value<Variables[Name]>;
};
type Value<V extends Variable> = ReturnType<V['parse']>;

type Text = { pattern?: string; minLength?: number; default?: string; description: string };
type Range = { minimum: number; maximum: number; default?: number; description: string };
type Choice<Word> = { enum: readonly Word[]; default: Word; description: string };

const createRangeCheck = (digits: RegExp, kind: string, minimum: number, maximum: number) => {
  return (text: string): string | null => {
    const fits = digits.test(text) && Number(text) >= minimum && Number(text) <= maximum;
    return fits ? null : `must be ${kind} from ${minimum} to ${maximum}`;
  };
};

/** Builders of variables of the environment: `Env.String({…})`, `Env.Optional(Env.String({…}))`. */
export const Env = {
  String({ pattern = '', minLength = 0, ...rest }: Text): Variable<string, false> {
    const findFault = (text: string): string | null => {
      if (!new RegExp(pattern).test(text)) return `must match ${pattern}`;
      return text.length < minLength ? `must have at least ${minLength} characters` : null;
    };
    return { ...rest, optional: false, findFault, parse: String };
  },
  /** An http address without a query; the slash at its end is optional, and not a part of the value. */
  Address: ({ description }: { description: string }): Variable<string, false> => ({
    description,
    optional: false as const,
    findFault: (text) =>
      /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text) ? null : 'must be an http:// or https:// address',
    parse: (text) => text.replace(/\/+$/, ''),
  }),
  /** 0 is any free port. */
  Port: (options: Pick<Range, 'default' | 'description'>): Variable<number, false> => ({
    ...options,
    optional: false as const,
    parse: Number,
    findFault: createRangeCheck(/^\d+$/, 'an integer', 0, 65_535),
  }),
  Number: ({ minimum, maximum, ...rest }: Range): Variable<number, false> => ({
    ...rest,
    optional: false as const,
    parse: Number,
    findFault: createRangeCheck(/^\d+(\.\d+)?$/, 'a number', minimum, maximum),
  }),
  Enum: <Word extends string>({ enum: words, ...rest }: Choice<Word>): Variable<Word, false> => ({
    ...rest,
    optional: false as const,
    findFault: (text) => (words.some((word) => word === text) ? null : `must be one of ${words.join(', ')}`),
    parse: (text) => text as Word,
  }),
  Optional: <T>(variable: Variable<T, false>): Variable<T, true> => ({ ...variable, optional: true }),
};

/** Reads variables from an environment. An empty variable counts as not set. `faults` has a phrase per invalid variable. */
export function readVariables<Variables extends Record<string, Variable>>(
  variables: Variables,
  environment: NodeJS.ProcessEnv,
): { values: Values<Variables>; faults: string[] } {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, variable] of Object.entries(variables)) {
    const text = environment[name];
    const fault = text ? variable.findFault(text) : null;
    if (fault !== null) faults.push(`${name} ${fault}`);
    else if (text) values[name] = variable.parse(text);
    else if (variable.default !== undefined) values[name] = variable.default;
    else if (!variable.optional) faults.push(`${name} is missing`);
  }
  return { values: values as Values<Variables>, faults };
}
