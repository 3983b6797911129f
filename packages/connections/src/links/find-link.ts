import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { connectionLinkNotFound } from '../access/errors.js';
import { accountEmailOf, accountOf } from './account-email.js';

interface LinkKey {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly userId: string;
}

/** The link of a user to a connection's provider, or throws. `email` is that of the account here. */
export async function findLink(tx: Transaction, { tenantId, connectionId, userId }: LinkKey) {
  const where = { connectionId_userId: { connectionId, userId } };
  const select = { issuer: true, subject: true, email: true, user: accountOf(tenantId) };
  const link = isUuid(userId) ? await tx.connectionLink.findUnique({ where, select }) : null;
  if (!link) throw connectionLinkNotFound();
  const { user, ...found } = link;
  return { ...found, email: accountEmailOf(user, found.email) };
}
