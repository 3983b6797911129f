import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { connectionLinkNotFound } from '../access/errors.js';

/** The link of a user to a connection's provider, or throws. */
export async function findLink(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
) {
  const where = { connectionId_userId: { connectionId, userId } };
  const select = { issuer: true, subject: true, email: true, user: { select: { email: true } } };
  const link = isUuid(userId) ? await tx.connectionLink.findUnique({ where, select }) : null;
  if (!link) throw connectionLinkNotFound();
  const { user, ...found } = link;
  return { ...found, email: found.email ?? user.email };
}
