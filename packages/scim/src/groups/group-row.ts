import { isUuid } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { notUnique, resourceNotFound } from '../protocol/scim-error.js';

export type GroupRow = Prisma.DirectoryGroupGetPayload<object>;

/** A group of the directory, or throws. */
export async function findGroup(
  db: Transaction,
  { directoryId, id }: { directoryId: string; id: string },
): Promise<GroupRow> {
  const row = isUuid(id) ? await db.directoryGroup.findFirst({ where: { id, directoryId } }) : null;
  if (!row) throw resourceNotFound(id);
  return row;
}

/** Throws if another group of the directory has the external id. The service `groups` checks the name. */
export async function requireUniqueGroup(
  tx: Transaction,
  { directoryId, externalId, exceptId }: { directoryId: string; externalId: string | null; exceptId?: string },
): Promise<void> {
  if (externalId === null) return;
  const where = { directoryId_externalId: { directoryId, externalId } };
  const other = await tx.directoryGroup.findUnique({ where, select: { id: true } });
  if (other && other.id !== exceptId) throw notUnique('Another group of this directory has the same externalId.');
}
