import { Readable } from 'node:stream';
import Router from '@koa/router';
import { chooseLanguage } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { type Authenticate, tokenReadOf } from '../callers/bearer-guard.js';
import { isDeclared } from '../callers/caller.js';
import type { CallerSource } from '../callers/caller-source.js';
import { type ErrorDetail, IdentityError, validationFailed, withStatusOf } from '../errors/identity-error.js';
import { findUnstorableText } from '../input/text.js';
import { type Logger, silentLogger } from '../logging/logger.js';
import { allowCaller, checkGuard } from './allow-caller.js';
import { logBrokenStream } from './broken-stream.js';
import { type CallerServices, callerOf } from './caller-of.js';
import { connectionOf } from './connection.js';
import { sendEventStream } from './event-stream.js';
import { exportFile } from './export-route.js';
import type { GroupRules } from './group-rules.js';
import { readJsonBody } from './read-body.js';
import {
  type ReadsEmails,
  type Rehearse,
  rehearsalCaller,
  rehearsalOf,
  rehearsalReply,
  tenantsOf,
} from './rehearsal.js';
import { callChecked } from './reply-check.js';
import { requestNotes } from './request-notes.js';
import type { ResponseNotes, Route, UploadedType } from './route.js';

/** Serves routes: authenticates, checks scope and guard, parses the input, calls the handler, and drops every undeclared field of the reply. */
export function createRouter(
  routes: readonly Route[],
  authenticate: Authenticate,
  logger: Logger = silentLogger,
  rehearse?: Rehearse,
  readsEmails?: ReadsEmails,
  sources: readonly CallerSource[] = [],
): Middleware {
  const services = { authenticate, sources, logger, rehearse, readsEmails };
  const router = new Router();
  for (const route of routes) {
    checkGuard(route, sources);
    router.register(route.path, [route.method], (ctx) => serve(ctx, route, services));
  }
  const matched = router.routes();
  // Paths without parameters are found in a map: faster than the router, which tries the pattern of every route twice.
  const plain = routes.filter(({ path }) => !path.includes(':'));
  const exact = new Map(plain.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]));
  return (ctx, next) => {
    const found = exact.get(`${ctx.method} ${ctx.path}`);
    if (found) return serve(ctx, found, services);
    const { path, pathAndMethod } = router.match(ctx.path, ctx.method);
    if (path.length > 0 && pathAndMethod.length === 0)
      throw methodNotAllowed(
        ctx,
        path.flatMap(({ methods }) => methods),
      );
    // The router's context type only adds to Koa's.
    return (matched as unknown as Middleware)(ctx, next);
  };
}

interface RouterServices extends CallerServices {
  logger: Logger;
  /** Without it, every request for a rehearsal is refused. */
  rehearse: Rehearse | undefined;
  /** Without it, a rehearsal shows no email. */
  readsEmails: ReadsEmails | undefined;
}

async function serve(ctx: Context & { params?: unknown }, route: Route, services: RouterServices): Promise<void> {
  const { logger, rehearse, readsEmails } = services;
  requestNotes(ctx.req).route = route.path;
  const authorization = ctx.get('authorization');
  const tokenRead = authorization === '' ? undefined : tokenReadOf(route.tokenColumns, ctx.query);
  const principal = await allowCaller(route, await callerOf(ctx, route, services, { tokenRead }));
  const rehearsal = rehearsalOf(route, ctx.query, rehearse);
  const input = new RouteInput(ctx, route, services, {
    principal,
    params: parse(route.params, ctx.params ?? {}, 'path'),
    query: parseQuery(route, ctx.query),
    body: route.body ? parse(route.body, await readJsonBody(ctx, route.group), '', route.group) : undefined,
    tokenRead,
  });
  if (rehearsal) {
    const { path: name, rehearsalsPerMinute: perMinute } = route;
    const limit = perMinute === undefined ? undefined : { name, perMinute };
    const rehearsed = await rehearsal(rehearsalCaller(principal), () => call(route, input), limit);
    const mayRead = rehearsed.mails.length > 0 && (await readsEmails?.(principal, tenantsOf(rehearsed))) === true;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = rehearsalReply(route, rehearsed, { readsEmails: mayRead });
    return;
  }
  if (route.eventStream) return openEventStream(ctx, route, input, logger);
  const result = await call(route, input);
  const { status = route.status, headers } = input.response;
  ctx.status = status;
  ctx.set({ ...route.headers, ...headers, 'Cache-Control': 'no-store' });
  if (status === 204 || status === 304) return;
  if (route.group?.bodyTypes) ctx.type = route.group.bodyTypes[0];
  if (route.streamed) await stream(ctx, route, { result, query: input.query }, logger);
  else if (result instanceof Readable) sendStream(ctx, route, result, logger);
  else ctx.body = result;
}

type Parsed = Pick<Parameters<Route['handle']>[0], 'principal' | 'params' | 'query' | 'body' | 'tokenRead'>;

/** What a handler gets. A class, because getters of an object literal would be created anew for each request. */
class RouteInput {
  readonly response: ResponseNotes = {};
  readonly principal;
  readonly params;
  readonly query;
  readonly body;
  readonly tokenRead;
  readonly #route;
  readonly #callers;

  constructor(
    readonly ctx: Context,
    route: Route,
    callers: CallerServices,
    { principal, params, query, body, tokenRead }: Parsed,
  ) {
    this.principal = principal;
    this.params = params;
    this.query = query;
    this.body = body;
    this.tokenRead = tokenRead;
    this.#route = route;
    this.#callers = callers;
  }

  get language() {
    return chooseLanguage({ acceptLanguage: this.ctx.get('accept-language') });
  }

  /** Checked when the handler reads it, because that may refuse the caller before. */
  get upload() {
    requireUpload(this.ctx, this.#route.uploads);
    // Otherwise an error would close the connection before the client has read the response.
    return this.ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  }

  get connection() {
    const identify = () => callerOf(this.ctx, this.#route, this.#callers, { again: true });
    const isToken = this.#route.group?.authenticate === undefined && !isDeclared(this.principal);
    return connectionOf(this.ctx, { isToken, identify }, (again) => allowCaller(this.#route, again));
  }
}

async function openEventStream(
  ctx: Context,
  route: Route,
  input: Parameters<Route['handle']>[0],
  logger: Logger,
): Promise<void> {
  // `eventStreamRoute` guarantees the type. HEAD only asks for the headers.
  const pieces = ctx.method !== 'HEAD' && ((await call(route, input)) as AsyncIterable<string>);
  ctx.status = route.status;
  ctx.set({ ...route.headers, 'Cache-Control': 'no-store' });
  ctx.type = 'text/event-stream; charset=utf-8';
  if (!pieces) return;
  sendEventStream(ctx, pieces).once('error', (err) =>
    logBrokenStream(logger, { ctx, route, err, what: 'event stream', level: 'warn' }),
  );
}

/** The reply of the route; for a streamed route, the list to be read. Its errors have the statuses that it declares. */
async function call(route: Route, input: Parameters<Route['handle']>[0]): Promise<unknown> {
  try {
    if (route.streamed || route.eventStream) return await route.handle(input);
    if (route.method !== 'get') return await callChecked(route.reply, () => route.handle(input));
    const result = await route.handle(input);
    return result instanceof Readable ? result : route.reply.parse(result);
  } catch (error) {
    throw withStatusOf(error, route.errorStatuses);
  }
}

async function stream(
  ctx: Context,
  route: Route,
  { result, query }: { result: unknown; query: unknown },
  logger: Logger,
): Promise<void> {
  // `streamRoute` and `exportRoute` guarantee this type.
  const pages = result as AsyncIterable<readonly unknown[]>;
  if (route.fileName === undefined) return sendStream(ctx, route, await jsonArray(pages, route.reply), logger);
  const { body, type, name } = await exportFile(pages, route, query);
  sendStream(ctx, route, body, logger);
  ctx.attachment(name);
  ctx.type = type;
}

function sendStream(ctx: Context, route: Route, body: Readable, logger: Logger): void {
  body.once('error', (err) => {
    logBrokenStream(logger, { ctx, route, err, what: 'list stream', level: 'error' });
    // Status and first rows are already sent: only a broken connection tells the client that rows are missing.
    ctx.res.destroy();
  });
  ctx.type = 'json';
  ctx.body = body;
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  location: string,
  { readsAnyText = false }: Pick<GroupRules, 'readsAnyText'> = {},
): unknown {
  if (!schema) return undefined;
  const unstorable = findUnstorableText(input, { texts: !readsAnyText });
  if (unstorable.length > 0) throw validationFailed(unstorable);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map((issue) => issueDetail(issue, location)));
}

/** A problem that zod found, as a detail of an error. `location` names the input if the problem has no path. */
export function issueDetail(issue: z.core.$ZodIssue, location: string): ErrorDetail {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path, ...(unknownKey === undefined ? [] : [unknownKey])].join('.');
  return { path: path || location, message: issue.message };
}

const noParameters = z.strictObject({});

/**
 * The query without `rehearse`, which `rehearsalOf` has read. A route that declares no query takes no parameter: a misspelt
 * one, such as `Rehearse` or `dryRun`, must not be ignored. A parameter that is sent twice becomes a list, which none of our
 * schemas accepts.
 */
function parseQuery({ query, ownRehearsal }: Route, { rehearse, ...others }: Context['query']): unknown {
  const sent = ownRehearsal && rehearse !== undefined ? { ...others, rehearse } : others;
  const parsed = parse(query ?? noParameters, sent, 'query');
  return query ? parsed : undefined;
}

function requireUpload(ctx: Context, { type, maxBytes }: Partial<UploadedType> = {}): void {
  if (type === undefined || !ctx.is(type) || !['', 'identity'].includes(ctx.get('content-encoding')))
    throw new IdentityError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${type}, without compression.`);
  if (Number(ctx.get('content-length')) > Number(maxBytes))
    throw new IdentityError('PAYLOAD_TOO_LARGE', `The body is larger than ${Number(maxBytes) / 1024 ** 2} MB.`);
}

function methodNotAllowed(ctx: Context, methods: readonly string[]): IdentityError {
  const allow = [...new Set(methods)].join(', ');
  return new IdentityError('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here; use ${allow}.`, {
    headers: { Allow: allow },
  });
}

/**
 * Writes a list of any length as one JSON array, page by page, each row through its schema. The first page is read before
 * the response begins, so an error that happens at once can still be sent as an error response.
 */
async function jsonArray(pages: AsyncIterable<readonly unknown[]>, item: z.ZodType): Promise<Readable> {
  const texts = pageTexts(pages, item);
  const first = await texts.next();
  return Readable.from(arrayText(first, texts));
}

async function* pageTexts(pages: AsyncIterable<readonly unknown[]>, item: z.ZodType): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page.length > 0) yield page.map((row) => JSON.stringify(item.parse(row))).join(',');
  }
}

async function* arrayText(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first.done ? '[' : `[${first.value}`;
  if (!first.done) for await (const text of rest) yield `,${text}`;
  yield ']';
}
