import type { Fetch } from '@org/identity-core';
import { DescriptionRefused } from '../foreign-clients/client-description.js';

/** Twice what the draft recommends (§8.7). */
const maxBytes = 10 * 1024;
const maxMilliseconds = 5_000;
const minute = 60;
const hour = 60 * minute;
/** How long a document is kept, in seconds: as its headers say, within these bounds. */
const kept = { least: 5 * minute, usual: hour, most: 24 * hour } as const;

export interface FetchedDocument {
  readonly body: unknown;
  /** For how many seconds it does not have to be read again. */
  readonly seconds: number;
}

/** The document could not be read now. It says nothing about the client: its host is down, busy or slow. */
export class DocumentUnreadable extends Error {}

/**
 * Reads the document of a client. Throws `DocumentUnreadable` if its host does not respond, and `DescriptionRefused` for
 * everything that is not a small JSON document.
 */
export async function fetchDocument(fetch: Fetch, url: string): Promise<FetchedDocument> {
  // For the whole response: a server could send one byte after the other.
  const signal = AbortSignal.timeout(maxMilliseconds);
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal }).catch((cause) =>
    unreadable('the host of the document does not respond', cause),
  );
  try {
    if (isPassing(response.status)) unreadable(`the document was sent with the status ${response.status}`);
    // The fetch follows no redirect (§5), so a redirect is another status than 200.
    if (response.status !== 200) refuse(`the document was sent with the status ${response.status}`);
    if (!isJson(response.headers.get('content-type'))) refuse('the document is not sent as JSON');
    return { body: parse(await readBody(response)), seconds: secondsOf(response.headers) };
  } catch (error) {
    // Otherwise the connection would stay open until the server has sent everything.
    await response.body?.cancel().catch(() => undefined);
    if (error instanceof DescriptionRefused || error instanceof DocumentUnreadable) throw error;
    return unreadable('the document broke off, or took too long', error);
  }
}

/** Statuses of a host that is in trouble or busy. All others are what it has to say about the document. */
const isPassing = (status: number) => status >= 500 || status === 408 || status === 429;

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      refuse(`the document is larger than ${maxBytes / 1024} KB`);
    }
    chunks.push(value);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    return refuse('the document is not valid JSON', cause);
  }
}

/** `application/json`, or a type of its own that ends with `+json`. */
function isJson(header: string | null): boolean {
  const [type = ''] = (header ?? '').slice(0, 200).split(';', 1);
  return /^application\/(?:[\w.-]+\+)?json$/iu.test(type.trim());
}

/** RFC 9111: `max-age` before `Expires`. */
function secondsOf(headers: Headers): number {
  const control = (headers.get('cache-control') ?? '').slice(0, 1000).toLowerCase();
  const directives = control.split(',').map((part) => part.trim());
  if (directives.some((part) => part === 'no-store' || part === 'no-cache')) return kept.least;
  const maxAge = directives.find((part) => part.startsWith('max-age='))?.slice('max-age='.length);
  const expires = Date.parse(headers.get('expires') ?? '');
  const wished = maxAge === undefined ? (expires - Date.now()) / 1000 : Number(maxAge.replaceAll('"', ''));
  if (!Number.isFinite(wished)) return kept.usual;
  return Math.min(kept.most, Math.max(kept.least, Math.floor(wished)));
}

function unreadable(message: string, cause?: unknown): never {
  throw new DocumentUnreadable(message, { cause });
}

function refuse(message: string, cause?: unknown): never {
  throw Object.assign(new DescriptionRefused(message), { cause });
}
