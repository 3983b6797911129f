import type { Transaction } from '@org/identity-prisma';
import type { LogNotes } from '../log/write-log.js';
import { mailHeldRequest } from '../owner-mails/owner-mails.js';
import type { CallingDirectory, ScimServices } from '../services.js';
import type { UserRow } from './user-row.js';

/** What a directory wants with a member whom it does not manage. */
export type HeldRequest = 'SUSPEND' | 'DELETE';

interface Held {
  readonly directory: CallingDirectory;
  readonly row: Pick<UserRow, 'id' | 'userId'>;
  readonly request: HeldRequest;
  readonly notes: LogNotes;
}

/**
 * Keeps a request until an owner hands the member over, and tells the owners. Directories repeat what was not done, some of
 * them every 40 minutes: the row decides that a member is mailed about once a day.
 */
export async function holdRequest(
  tx: Transaction,
  services: ScimServices,
  { directory, row: { id, userId }, request, notes }: Held,
): Promise<void> {
  notes.outcomes.add('held');
  const [told] = await tx.$queryRaw<{ due: boolean }[]>`
    UPDATE identity.directory_users held
    SET held_request = ${request}, held_at = coalesce(held.held_at, now()),
        owners_told_at = CASE WHEN before.due THEN now() ELSE held.owners_told_at END
    FROM (SELECT id, coalesce(owners_told_at < now() - interval '1 day', true) AS due
          FROM identity.directory_users WHERE id = ${id}::uuid) before
    WHERE held.id = before.id RETURNING before.due`;
  if (!told?.due || userId === null) return;
  if (await mailHeldRequest(tx, services, { directory, userId })) notes.mailed = true;
}

/** The directory no longer wants it, or it was done. */
export async function dropRequest(tx: Transaction, { id }: Pick<UserRow, 'id'>): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.directory_users SET held_request = NULL, held_at = NULL WHERE id = ${id}::uuid`;
}
