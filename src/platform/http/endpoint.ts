// One literal declares one endpoint; from it come the route, the validation, the OpenAPI document and the types.
import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import type { AnyPermission, ServiceScope } from '../access/permissions.ts';
import type { RecordRead } from '../audit/record-read.ts';
import type { ErrorCode } from '../errors.ts';
import type { Graph, Rows, Transaction } from '../graph/client.ts';
import type { Caller } from './caller.ts';
import type { CsvColumn } from '../lib/list-format.ts';
import { assertDeprecation, type Deprecation } from '../schema/deprecation.ts';
import { pathParameters } from '../schema/paths.ts';
import { Nothing } from '../schema/values.ts';

/** What a tenant stores, each up to a bound (cypher/schema/README.md). */
export type Stored =
  | 'people'
  | 'summaries'
  | 'questions'
  | 'goals'
  | 'nominations'
  | 'notifications'
  | 'plans'
  | 'groups';

/** What a handler does once its change is committed: outside the database, or by transactions of the given graph. */
export type Effect = (graph: Graph) => Promise<void>;

/** `Context` is what handlers of this API get beside the call. */
type Declaration<Path extends string, Q extends TObject, B extends TSchema, R extends TSchema, Context> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** It goes away: declaration/deprecation.ts tells clients. */
  deprecated?: Deprecation;
  /** As in the interface: `/summaries/{summaryId}`, relative to the version prefix. */
  path: Path;
  /** A verb and a noun: the name of the method in a generated client. */
  operationId: string;
  /** What it does, in one short sentence. */
  summary: string;
  /** What else callers should know: order, limits, conditions. */
  description?: string;
  /** What it changes, if it is no read. */
  effects?: string;
  /**
   * The action of its audit entry. Every change has one, or the reason why it has none. For a GET, it is the action of a read by a
   * role with tenant scope, and its handler writes the entry by `recordRead`.
   */
  audit?: string | { none: string };
  /**
   * The permission that its handler demands by `permit`: this line only documents it, and tests compare the two. Without
   * one, any user may call it for their own data.
   */
  permission?: AnyPermission;
  /**
   * The further permissions by which its handler decides a part of the answer, or of what can be asked: by `permitPart` or
   * `permitRowsByQuery`. As with `permission`, tests compare.
   */
  alsoDecides?: readonly AnyPermission[];
  /** The schema of the parameters in the path, if it is not that of schema/paths.ts. */
  params?: TObject;
  query?: Q;
  body?: B;
  /** The body may be left out, and then counts as `{}`. */
  bodyOptional?: true;
  /** Bodies above 64 KB are accepted up to this size, from callers who hold `permission`. Such a request is bulk. */
  maxBodyBytes?: number;
  /** Its work grows with the organisation, so that it waits for a place and is done in a thread: see http/request/bulk.ts. */
  isBulk?: true;
  /**
   * It reads thousands of people where somebody has them in sight. A tenant has one such request at work while other tenants send,
   * see http/caller/fair-share.ts. The benchmark `neighbours` shows what others feel.
   */
  isHeavy?: true;
  /**
   * What its work grows with beside its body and its page: so many of these as the tenant, or the caller, has. A test counts it
   * (grows-with.nightly.test.ts).
   */
  growsWith?: readonly Stored[];
  /** The type of its bodies, if it is not application/json. */
  mediaType?: 'application/scim+json';
  /** Its handler commits a transaction of its own: once it has succeeded, it is not run again for the same request. */
  commitsItself?: true;
  /** The time limit of `graph.atomically`, for changes that take longer than others. */
  withinMs?: number;
  /** Instead of a body: one file in multipart/form-data, in the part `file`. */
  upload?: { maxBytes: number; type: string };
  /** 200 unless it says otherwise, and 204 without a response. */
  success?: Success;
  response?: R;
  /** What it may answer beyond `commonErrors`; nothing unless it says otherwise. */
  errors?: readonly ErrorCode[];
  /** Who may call it: users, unless it says otherwise, and services by the scope that they have. */
  callers?: readonly ('user' | ServiceScope)[];
  /** Where the thing that was made can be read, relative to the version prefix. */
  location?: (result: Static<R>, params: PathParams<Path>) => string;
  secret?: string; // a field of the response that is shown once: an answer replayed for an Idempotency-Key lacks it
  safe?: true; // a POST that changes nothing: its question does not fit into an address
  /**
   * Assistants may call it, as a tool of the name `operationId` (features/assistants): what it reads and changes must be the caller's own, or
   * what the permission shows them, and no power over others. `link` is the address, relative to the web app or the version prefix, at
   * which a person finds a row of the answer, or the answer if it has none. In braces stand fields of the row or of the answer, or
   * arguments. Of several addresses the first is taken whose fields are there.
   */
  tool?: { link: string | readonly string[] };
  /** False for a GET of an object without ETag: with a streamed list, or with a secret such as a signed link. */
  etag?: false;
  lastModified?: true;
  /**
   * What a change is about. For a PUT, PATCH or DELETE, `read` decides If-Match under the write lock that `lock` takes, which
   * all changes of the resource must take. A response of the same schema has the ETag.
   */
  resource?: {
    read: Endpoint;
    lock: (graph: Pick<Transaction, 'write'>, params: Record<string, string>) => Promise<unknown>;
  };
  /** The body of the requests that are sent later to the `url` of its body. */
  sendsLater?: SentLater;
  /** The columns of its rows for clients that prefer text/csv; a function of what is beside the rows, if they depend on it. */
  csv?: readonly CsvColumn[] | ((answer: object) => readonly CsvColumn[]);
  handler: (call: Call<Path, Q, B> & Context) => Promise<HandlerResult<R>>;
};

/** The texts in the places of a path that are in braces. */
type PathParams<Path extends string> = string extends Path
  ? Record<string, string>
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Record<Name, string> & PathParams<Rest>
    : object;

/** What every handler gets: the validated request, the graph bound to its caller, the time and new ids. */
export type Call<Path extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> = {
  params: PathParams<Path>;
  query: Static<Q>;
  body: Static<B>;
  /** The body is a merge patch (RFC 7396): an object in it changes the fields that it has, where JSON replaces the object. */
  isMergePatch: boolean;
  /** Reads the file of an endpoint that declares one. Handlers call it after `permit`. */
  upload: () => Promise<Buffer>;
  graph: Graph;
  callerKind: Caller['kind'];
  /** The moment of the request, ISO 8601 in UTC. */
  now: string;
  newId: () => string;
  /** Runs `effect` after the changes are committed. With Idempotency-Key or If-Match, that is after the handler. */
  afterCommit: (effect: Effect) => void;
  /**
   * Counts a request that asks many things as so many more.
   *
   * @throws {ApiError} RATE_LIMITED
   */
  countFurther: (requests: number) => Promise<void>;
  /** For reads by a role with tenant scope: see audit/record-read.ts. */
  recordRead: RecordRead;
  /** Where clients reach this service, without a path. */
  baseUrl: () => string;
  /** Sends the header Last-Modified; for an endpoint that declares it. */
  lastModified: (at: string) => void;
};

/** A value of the response's schema. A list in it, as the whole or as a field of it, may also be rows on their way. */
type HandlerResult<R extends TSchema> =
  Static<R> extends readonly unknown[]
    ? Streamable<Static<R>>
    : Static<R> extends null
      ? void
      : { [Field in keyof Static<R>]: Streamable<Static<R>[Field]> };
type Streamable<T> = T extends readonly (infer Row)[] ? T | Rows<Row> : T;

/** What the service sends later to the `url` of a request: its name, texts for the document, and its schema. */
export type SentLater = {
  name: string;
  operationId: string;
  summary: string;
  /** What a receiver knows of the order and of repeats: sentences. */
  repeats: string;
  /** What the header webhook-id is. */
  idOf: string;
  /** What follows when the receiver answers 410. */
  gone: string;
  body: TSchema;
};

/** An endpoint whose own types no longer matter, as the router and the OpenAPI document see it. */
export type Endpoint = Declaration<string, TObject, TSchema, TSchema, object> & {
  params: TObject;
  response: TSchema;
  success: Success;
  errors: readonly ErrorCode[];
};
type Success = 200 | 201 | 202 | 204;

/** Returns the function that declares endpoints whose handlers get `Context` beside the call. */
export function createEndpointFactory<Context>() {
  return <
    Path extends string,
    R extends TSchema = typeof Nothing,
    Q extends TObject = TObject<Record<never, never>>,
    B extends TSchema = TSchema,
  >(
    declaration: Declaration<Path, Q, B, R, Context>,
  ): Endpoint => {
    if (declaration.deprecated) assertDeprecation(declaration.deprecated);
    return {
      params: describeParams(declaration.path),
      response: Nothing,
      errors: [],
      success: declaration.response ? 200 : 204,
      ...(declaration as object as Omit<Endpoint, 'params' | 'response' | 'errors' | 'success'>),
    };
  };
}

function describeParams(path: string): TObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof pathParameters);
  return Type.Object(Object.fromEntries(names.map((name) => [name, pathParameters[name]])));
}
