import type { Readable } from 'node:stream';
import type { Language } from '@org/identity-ui';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { ApiScope } from '../callers/api-scopes.js';
import type { TokenColumns, TokenRead } from '../callers/bearer-guard.js';
import type { Caller, CallerKind } from '../callers/caller.js';
import type { Origins } from '../callers/origin.js';
import type { Principal } from '../callers/principal.js';
import type { ErrorCode } from '../errors/error-codes.js';
import type { Connection } from './connection.js';
import type { CsvValue } from './csv.js';
import type { GroupRules } from './group-rules.js';

/**
 * Decides whether a caller (perhaps without a token) may use a route, and narrows its type. Returns the caller, or throws the
 * error response. Anything else that it returns refuses the call. That of a route which names other kinds of callers gets those
 * as well: it takes a `Caller`.
 */
export type Guard<Allowed extends Caller | undefined = Caller | undefined> = (
  principal: Principal | undefined,
  /** The scope of the route. */
  scope: ApiScope,
) => Allowed | Promise<Allowed>;

/** A stream that a route takes. */
export interface UploadedType {
  /** The media type. */
  readonly type: string;
  /** A short one, for the docs. */
  readonly example: string;
  /** A body that announces more is refused before it is read. The handler counts what arrives. */
  readonly maxBytes: number;
}

/** What a handler sets of a successful response, if it depends on the request. */
export interface ResponseNotes {
  /** Another status than that of the route. With 204 and 304 no body is sent. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteDefinition<
  Allowed extends Caller | undefined,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Reply extends z.ZodType,
> {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  path: string;
  /** One line for the API description. */
  summary: string;
  /** Who may call it and what it does, for the API description. */
  description?: string;
  /** Its errors, except those that every such route has (no token, invalid input, …). */
  errors?: readonly ErrorCode[];
  /** Other statuses than the usual ones, for some of these errors. */
  errorStatuses?: Partial<Record<ErrorCode, number>>;
  /**
   * The scope that a user's token of a third-party client needs; without it the router responds with 403. `userOrMachine`
   * requires the same scope of machines.
   */
  scope: ApiScope;
  /**
   * Opens the route to third-party clients without the scope, and says in a sentence what they get. The handler has to
   * enforce it: see `hasScope`.
   */
  withoutScope?: string;
  guard: Guard<Allowed>;
  /** The kinds of callers that the route takes (default: users and machines). It refuses all others. */
  callers?: readonly CallerKind[];
  /** The origins of sessions whose tokens the route takes (default: only the user's own). Machines have no session. */
  origins?: Origins;
  /** Read in the statement that looks up the token; the handler gets them as `tokenRead`. */
  tokenColumns?: TokenColumns;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  status?: number;
  /** A POST that changes nothing: it cannot be rehearsed. */
  readOnly?: boolean;
  /** It reads `rehearse=true` itself: what it starts goes on after the response, so a transaction cannot undo it. */
  ownRehearsal?: boolean;
  /** It takes a stream instead of JSON, and reads it as it arrives. */
  uploads?: UploadedType;
  /** How many rehearsals of it a caller may run in a minute, if these are fewer than of all routes together. */
  rehearsalsPerMinute?: number;
  /** Sent with a successful response. */
  headers?: Readonly<Record<string, string>>;
  handle(input: {
    principal: Allowed;
    params: Input<Params>;
    query: Input<Query>;
    body: Input<Body>;
    tokenRead: TokenRead | undefined;
    ctx: Pick<Context, 'ip' | 'get'>;
    /** For mail to recipients whose language is not known; responses are in English. */
    language: Language;
    /** For handlers that wait. */
    connection: Connection<Allowed>;
    /** For handlers that choose the status or headers of the response. */
    response: ResponseNotes;
    /** The body of a route with `uploads`. */
    upload: AsyncIterable<Uint8Array>;
    /** A stream is sent unchanged: JSON that matches `reply` but is too long for memory. */
  }): Promise<z.input<Reply> | Readable>;
}

/** A route without its type parameters: what a router needs to serve it. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly errors: readonly ErrorCode[];
  readonly errorStatuses: Partial<Record<ErrorCode, number>>;
  readonly scope: ApiScope;
  readonly withoutScope: string | undefined;
  /** Called only with callers of the kinds that the route takes. */
  guard(caller: Caller | undefined, scope: ApiScope): Caller | undefined | Promise<Caller | undefined>;
  readonly callers?: readonly CallerKind[];
  readonly origins?: Origins;
  readonly tokenColumns: TokenColumns | undefined;
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly reply: z.ZodType;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it changes nothing, whatever its method. */
  readonly readOnly: boolean;
  /** Whether it reads `rehearse=true` itself. */
  readonly ownRehearsal?: boolean;
  /** The stream that it takes. */
  readonly uploads?: UploadedType;
  readonly rehearsalsPerMinute?: number;
  /** The group that it belongs to, if that speaks in its own way. */
  readonly group?: GroupRules;
  /** Whether the response is a list that is sent page by page; `reply` is then the schema of one entry. */
  readonly streamed?: boolean;
  /** The name, without its ending, of the file that a streamed list is sent as. */
  readonly fileName?: string;
  /** Whether the file is always NDJSON, and the query has no `format`. */
  readonly onlyNdjson?: boolean;
  /** The columns of such a file as CSV. */
  readonly csv?: {
    readonly names: readonly string[];
    readonly values: (entry: Readonly<Record<string, unknown>>) => readonly CsvValue[];
  };
  /** Whether the response is a stream of events (`text/event-stream`); `reply` is then the schema of one of them. */
  readonly eventStream?: boolean;
  readonly handle: (input: {
    principal: Caller | undefined;
    params: unknown;
    query: unknown;
    body: unknown;
    tokenRead: TokenRead | undefined;
    ctx: Pick<Context, 'ip' | 'get'>;
    language: Language;
    connection: Connection;
    response: ResponseNotes;
    upload: AsyncIterable<Uint8Array>;
  }) => Promise<unknown>;
}

/** Declares a JSON endpoint: method, path, guard, input and output schemas, and one call. */
export function route<
  Allowed extends Caller | undefined,
  Reply extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<Allowed, Params, Query, Body, Reply>): Route {
  return {
    ...definition,
    description: definition.description ?? '',
    errors: definition.errors ?? [],
    errorStatuses: definition.errorStatuses ?? {},
    withoutScope: definition.withoutScope,
    tokenColumns: definition.tokenColumns,
    params: definition.params,
    query: definition.query,
    body: definition.body,
    status: definition.status ?? 200,
    headers: definition.headers ?? {},
    readOnly: definition.readOnly ?? false,
    // The router passes exactly what the guard and the schemas returned.
    handle: definition.handle as Route['handle'],
  };
}

export interface StreamRouteDefinition<
  Allowed extends Caller | undefined,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Item extends z.ZodType,
> extends Pick<
    RouteDefinition<Allowed, Params, Query, undefined, Item>,
    | 'path'
    | 'summary'
    | 'description'
    | 'errors'
    | 'scope'
    | 'withoutScope'
    | 'guard'
    | 'callers'
    | 'origins'
    | 'params'
    | 'query'
  > {
  /** One entry of the list. */
  item: Item;
  handle(input: {
    principal: Allowed;
    params: Input<Params>;
    query: Input<Query>;
  }): Promise<AsyncIterable<readonly z.input<Item>[]>>;
}

/** Declares a GET endpoint that returns a list of any length, which is never in memory as a whole. */
export function streamRoute<
  Allowed extends Caller | undefined,
  Item extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>({ item, handle, ...definition }: StreamRouteDefinition<Allowed, Params, Query, Item>): Route {
  return {
    ...definition,
    description: definition.description ?? '',
    errors: definition.errors ?? [],
    errorStatuses: {},
    withoutScope: definition.withoutScope,
    tokenColumns: undefined,
    method: 'get',
    params: definition.params,
    query: definition.query,
    body: undefined,
    reply: item,
    status: 200,
    headers: {},
    readOnly: true,
    streamed: true,
    // As above; the handler takes a part of the input.
    handle: handle as unknown as Route['handle'],
  };
}
