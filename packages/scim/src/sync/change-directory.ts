import { createKeyedSemaphore, rateLimited, unauthorized } from '@org/identity-core';
import { inTenantTransaction, lockTenantRow, type Transaction } from '@org/identity-prisma';
import { type LoggedRequest, type LogNotes, logChange, logRefusal, newNotes } from '../log/write-log.js';
import { notUnique } from '../protocol/scim-error.js';
import type { CallingDirectory, ScimServices } from '../services.js';
import { readStanding, type Standing } from '../standing/read-standing.js';

/** A request that changes a resource. */
export interface UpdateInput {
  directory: CallingDirectory;
  id: string;
  body: Readonly<Record<string, unknown>>;
  /** The header `If-Match`; empty without one. */
  ifMatch: string;
}

interface Change {
  readonly directory: CallingDirectory;
  readonly request: Omit<LoggedRequest, 'directoryId'>;
  /** In milliseconds, for a change that may take long. */
  readonly timeout?: number | undefined;
}

// A first run sends thousands of changes, several at a time. The lock of the tenant lets only one of them through, so the
// others wait here, where they cost nothing: sign-ins beside the run need the processor and the connections.
const changes = createKeyedSemaphore({
  atOnce: 1,
  maxWaiting: 50,
  maxWaitMilliseconds: 10_000,
  refusal: () => rateLimited(5),
});

/**
 * Runs a change that a directory sends, in one transaction of its tenant, and logs what it led to in the same transaction. If
 * it is refused, nothing changes, and the log says why. The work locks the tenant with `lockTenantOf`.
 */
export async function changeDirectory<Result>(
  services: ScimServices,
  { directory, request, timeout }: Change,
  work: (tx: Transaction, notes: LogNotes) => Promise<Result>,
): Promise<Result> {
  const { db } = services;
  const { directoryId, tenantId } = directory;
  const logged = { ...request, directoryId };
  let notes = newNotes();
  try {
    const change = async (tx: Transaction) => {
      // A transaction that is repeated begins with new notes.
      notes = newNotes();
      const made = await work(tx, notes);
      await logChange(tx, logged, notes);
      return made;
    };
    const result = await changes.run(directoryId, () =>
      inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, change),
    );
    if (notes.mailed || notes.outcomes.has('invited') || notes.outcomes.has('email')) services.sendMail();
    // The sessions of a user whose email is another one have ended.
    if (notes.outcomes.has('email')) services.sendLogoutNotices();
    return result;
  } catch (error) {
    const refused = isTaken(error) ? notUnique('Another resource has one of these values already.') : error;
    await logRefusal(db, logged, { notes, error: refused });
    throw refused;
  }
}

/**
 * Locks the tenant of a directory, and makes sure that the directory can still be used. Returns what it is to a member. Roles
 * change under the same lock, so a member who becomes an owner in this moment is one in the result, or not before the commit.
 */
export async function lockTenantOf(
  tx: Transaction,
  { tenantId, directoryId }: CallingDirectory,
  userId: string | null = null,
): Promise<Standing> {
  const tenant = await lockTenantRow(tx, tenantId);
  const standing = tenant && (await readStanding(tx, { directoryId, userId }));
  if (!standing?.live) throw unauthorized();
  return standing;
}

/** A unique index decides between requests that the tenant's lock does not order, such as new accounts of two tenants. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002';
}
