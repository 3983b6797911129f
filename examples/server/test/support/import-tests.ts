import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { until } from '@org/identity-testing/until';
import { storedHashOf } from '@org/identity-users';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export const imports = '/api/platform/imports';
/** The hash of "correct horse battery staple". */
export const bcryptHash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
/** The same as it is stored. */
export const storedBcrypt = storedHashOf({ algorithm: 'bcrypt', hash: bcryptHash });
export const newEmail = () => `${randomUUID()}@people.test`;

export interface ReportLine {
  line: number;
  email: string | null;
  result: string;
  waiting?: true;
  field?: string;
  reason?: string;
  remarks?: { field: string; reason: string }[];
}

/** Starts an import of these lines; an object is written as JSON. */
export async function postImport(
  { issuer }: Pick<TestServer, 'issuer'>,
  token: string,
  lines: readonly unknown[],
  { query = '', type = 'application/x-ndjson' } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const response = await fetch(`${issuer}${imports}${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body: texts.join('\n'),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Waits for the end of an import. */
export async function ended(server: Pick<TestServer, 'issuer'>, token: string, id: unknown) {
  return until(async () => {
    const { body } = await send(server.issuer, 'GET', `${imports}/${id}`, token);
    return body['status'] === 'RUNNING' ? undefined : body;
  });
}

/** The report of an import, and its text. */
export async function reportOf({ issuer }: Pick<TestServer, 'issuer'>, token: string, id: unknown) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${issuer}${imports}/${id}/report`, { headers });
  const text = await response.text();
  const lines = text.split('\n').filter(Boolean);
  return { response, text, report: lines.map((line) => JSON.parse(line) as ReportLine) };
}

/** Imports lines and returns the counts and the report. */
export async function importLines(
  server: Pick<TestServer, 'issuer'>,
  token: string,
  lines: readonly unknown[],
  query = '',
) {
  const started = await postImport(server, token, lines, { query });
  if (started.status !== 202) throw new Error(`The import was refused: ${JSON.stringify(started.body)}`);
  const counts = await ended(server, token, started.body['id']);
  return { id: String(started.body['id']), counts, ...(await reportOf(server, token, started.body['id'])) };
}

/** Starts an import whose lines arrive one after the other, and returns its id. */
export async function streamImport(
  { issuer }: Pick<TestServer, 'issuer'>,
  token: string,
  pieces: AsyncIterable<Uint8Array>,
  query = '',
): Promise<{ status: number; id: string }> {
  const request = {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream,
    duplex: 'half',
  };
  const response = await fetch(`${issuer}${imports}${query}`, request);
  return { ...((await response.json()) as { id: string }), status: response.status };
}
