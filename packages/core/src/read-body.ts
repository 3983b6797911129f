import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { IdentityError, validationFailed } from './identity-error.js';
import { findUnstorableText } from './storable-text.js';

const limit = '100kb';
const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

// Read as text, and byte for byte ("latin1"), because a decoder would hide invalid UTF-8 behind U+FFFD.
const readText = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: Object.values(contentTypes),
  textLimit: limit,
  encoding: 'latin1',
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: bodyFailed,
});

/** Reads a JSON body; an absent one is an empty object. */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  const text = await readBody(ctx, 'json');
  if (text === undefined) return {};
  return checked(parseJson(text));
}

/** Reads the fields of a plain HTML form; an absent body has none. */
export async function readFormBody(ctx: Context): Promise<Record<string, string>> {
  const text = await readBody(ctx, 'form');
  const fields = new Map<string, string>();
  for (const pair of text?.split('&') ?? []) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeField(pair.slice(equals + 1));
    if (fields.has(name)) throw malformed('A field of the form was sent twice.');
    fields.set(name, value);
  }
  return checked(Object.fromEntries(fields));
}

async function readBody(ctx: Context, kind: 'json' | 'form'): Promise<string | undefined> {
  const hasBody = ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length') || 0) > 0;
  if (!hasBody) return undefined;
  if (!ctx.is(contentTypes[kind])) {
    throw new IdentityError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${contentTypes[kind]}.`);
  }
  await readText(ctx, () => Promise.resolve());
  const bytes = Buffer.from(String(ctx.request.body ?? ''), 'latin1');
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  return bytes.toString('utf8');
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('The body is not valid JSON.', cause);
  }
  if (keysIn(value) !== keysWritten(text)) throw malformed('A key of the body was sent twice.');
  return value;
}

/** The keys of valid JSON: its strings that a colon follows. The parser keeps only the last of two alike. */
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

function decodeField(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw malformed('The form is not valid UTF-8.', cause);
  }
}

function checked<Body>(body: Body): Body {
  const details = findUnstorableText(body);
  if (details.length > 0) throw validationFailed(details);
  return body;
}

function malformed(message: string, cause?: unknown): IdentityError {
  return new IdentityError('MALFORMED_REQUEST', message, { cause });
}

function bodyFailed(error: Error): never {
  if ('status' in error && error.status === 413) {
    throw new IdentityError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit}.`, { cause: error });
  }
  throw malformed('The body could not be read to its end.', error);
}
