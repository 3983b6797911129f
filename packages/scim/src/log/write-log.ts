import { beginningOf, type IdentityError, isIdentityError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { detailOf, scimTypeOf } from '../protocol/scim-error.js';

/** What a directory wants to change. */
export interface LoggedRequest {
  readonly directoryId: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resource: 'User' | 'Group';
}

/** What a change was about and what it led to. Use-cases write into it. */
export interface LogNotes {
  resourceId?: string | undefined;
  /** The user name, or the name of the group. */
  subject?: string | undefined;
  /** The account that it is about, once it is known. */
  userId?: string | null | undefined;
  /** The names of attributes. Values are not logged: they are the data of people, and perhaps secrets. */
  attributes: string[];
  /** The names of attributes that were sent and are not used. */
  ignored: ReadonlySet<string>;
  /** Empty if nothing changed. */
  outcomes: Set<string>;
  /** Whether a mail was queued. */
  mailed?: boolean;
}

/** Outcomes that say why nothing has changed. */
const quiet: ReadonlySet<string> = new Set(['held', 'ignored']);

const maxText = 256;
const maxAttributes = 30;

export const newNotes = (): LogNotes => ({ attributes: [], ignored: new Set(), outcomes: new Set() });

/** Writes what a change led to, in its transaction. */
export async function logChange(tx: Transaction, request: LoggedRequest, notes: LogNotes): Promise<void> {
  if (notes.ignored.size > 0) notes.outcomes.add('ignored');
  const result = [...notes.outcomes].some((outcome) => !quiet.has(outcome)) ? 'APPLIED' : 'UNCHANGED';
  await tx.directoryLogEntry.create({ data: { ...rowOf(request, notes), result, outcomes: [...notes.outcomes] } });
}

/** Writes why a change was refused. Its own transaction was rolled back. */
export async function logRefusal(
  db: Transaction,
  request: LoggedRequest,
  { notes, error }: { notes: LogNotes; error: unknown },
): Promise<void> {
  if (!isIdentityError(error) || !isWorthLogging(error)) return;
  const outcomes = [scimTypeOf(error) ?? error.code];
  // It may quote a part of the request.
  const detail = storable(beginningOf(detailOf(error), 500));
  await db.directoryLogEntry.create({ data: { ...rowOf(request, notes), result: 'REFUSED', outcomes, detail } });
}

/** A flood of requests must not become a flood of rows, and an outage is no decision about the request. */
const isWorthLogging = ({ code, status }: IdentityError) => status < 500 && status !== 429 && code !== 'UNAUTHORIZED';

function rowOf(
  { directoryId, method, resource }: LoggedRequest,
  { resourceId, subject, userId, attributes, ignored }: LogNotes,
) {
  return {
    directoryId,
    method,
    resource,
    resourceId: resourceId ?? null,
    userId: userId ?? null,
    subject: subject === undefined ? null : beginningOf(subject, maxText),
    attributes: [...new Set(attributes)].slice(0, maxAttributes).map((name) => beginningOf(name, maxText)),
    ignored: [...ignored].slice(0, maxAttributes),
  };
}

/** A text without the characters that cannot be stored. */
const storable = (text: string) => text.replaceAll(/[\0\p{Cs}]/gu, '\ufffd');
