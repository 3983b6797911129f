import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { IdentityError, validationFailed } from '../errors/identity-error.js';
import { findUnstorableText } from '../input/text.js';
import type { GroupRules } from './group-rules.js';

const usualLimit = 100 * 1024;
const readJson = bodyReader(['application/json']);
const readForm = bodyReader(['application/x-www-form-urlencoded']);
const readers = new Map<string, ReturnType<typeof bodyReader>>();

/** Reads a JSON body, of other types than `application/json` if the group says so; an absent one is an empty object. */
export async function readJsonBody(
  ctx: Context,
  group?: Pick<GroupRules, 'bodyTypes' | 'bodyLimit' | 'readsAnyText'>,
): Promise<unknown> {
  const text = await (group?.bodyTypes || group?.bodyLimit ? readerOf(group) : readJson)(ctx);
  return text === undefined ? {} : checked(parseJson(text), { texts: group?.readsAnyText !== true });
}

const formType = 'application/x-www-form-urlencoded';

/** Reads the fields of a plain HTML form; an absent body has none. */
export async function readFormBody(ctx: Context, maxBytes?: number): Promise<Record<string, string>> {
  const read = maxBytes === undefined ? readForm : readerOf({ bodyTypes: [formType], bodyLimit: maxBytes });
  return checked(parseForm((await read(ctx)) ?? ''));
}

function readerOf({
  bodyTypes = ['application/json'],
  bodyLimit,
}: Pick<GroupRules, 'bodyTypes' | 'bodyLimit'>): ReturnType<typeof bodyReader> {
  const key = [bodyLimit, ...bodyTypes].join();
  const reader = readers.get(key) ?? bodyReader(bodyTypes, bodyLimit);
  readers.set(key, reader);
  return reader;
}

/**
 * Creates a reader of bodies of these content types; it returns undefined if there is no body. koa-body decides by method and
 * content type, decompresses, and holds the limit. JSON and forms are parsed here, because its parsers turn invalid UTF-8
 * into U+FFFD, keep the last of two keys of one name, and leave a broken `%` as it is.
 */
function bodyReader(
  contentTypes: readonly string[],
  limit = usualLimit,
): (ctx: Context) => Promise<string | undefined> {
  const middleware = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: [...contentTypes],
    textLimit: limit,
    // One character for each byte, so that UTF-8 can be checked.
    encoding: 'latin1',
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
    onError: (error) => bodyFailed(error, limit),
  });
  return async (ctx) => {
    const hasBody = ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length') || 0) > 0;
    if (!hasBody) return undefined;
    await middleware(ctx, () => Promise.resolve());
    const body: unknown = ctx.request.body;
    // koa-body leaves a body of another content type alone.
    if (typeof body !== 'string')
      throw new IdentityError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${contentTypes.join(' or ')}.`);
    const bytes = Buffer.from(body, 'latin1');
    if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
    return bytes.toString('utf8');
  };
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('The body is not valid JSON.', cause);
  }
  if (keysIn(value) !== keysWritten(text)) throw malformed('A key of the body was sent more than once.');
  return value;
}

/** Counts the keys of valid JSON: the strings before a colon. `JSON.parse` keeps only the last of several equal keys. */
function keysWritten(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gu)) if (colon) count += 1;
  return count;
}

function keysIn(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next);
    if (!Array.isArray(next)) count += children.length;
    for (const child of children) open.push(child);
  }
  return count;
}

function parseForm(text: string): Record<string, string> {
  try {
    // URLSearchParams takes everything; this refuses a broken `%` and encoded bytes that are not UTF-8.
    decodeURIComponent(text);
  } catch (cause) {
    throw malformed('The form is not valid UTF-8.', cause);
  }
  // The `&` keeps URLSearchParams from dropping a leading `?`.
  const pairs = [...new URLSearchParams(`&${text}`)];
  const fields = new Map(pairs);
  if (fields.size < pairs.length) throw malformed('A field of the form was sent twice.');
  return Object.fromEntries(fields);
}

function checked<Body>(body: Body, look: { texts?: boolean } = {}): Body {
  const details = findUnstorableText(body, look);
  if (details.length > 0) throw validationFailed(details);
  return body;
}

function malformed(message: string, cause?: unknown): IdentityError {
  return new IdentityError('MALFORMED_REQUEST', message, { cause });
}

function bodyFailed(error: Error, limit: number): never {
  if ('status' in error && error.status === 413) {
    throw new IdentityError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024}kb.`, { cause: error });
  }
  throw malformed('The body could not be read completely.', error);
}
