import { type IdentityPluginHost, requireOwner } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { findConnection } from '../connections/connection-fields.js';
import { accountEmailOf, accountOf } from './account-email.js';

type Services = Pick<IdentityPluginHost, 'db' | 'connectionKinds'>;

interface LinksCall extends OwnerCall {
  readonly connectionId: string;
  readonly page: number;
  readonly limit: number;
}

/** A page of the accounts that are linked to a connection's provider, newest first. */
export async function listLinks(services: Services, { connectionId, page, limit, ...call }: LinksCall) {
  const { db } = services;
  await requireOwner(db, call);
  const { id } = await findConnection(db, services, { tenantId: call.tenantId, connectionId });
  const where = { connectionId: id };
  const [found, total] = await Promise.all([
    db.connectionLink.findMany({
      where,
      orderBy: { id: 'desc' },
      skip: (page - 1) * limit,
      take: limit,
      select: {
        userId: true,
        email: true,
        subject: true,
        linkedAt: true,
        lastUsedAt: true,
        user: accountOf(call.tenantId),
      },
    }),
    db.connectionLink.count({ where }),
  ]);
  const links = found.map(({ user, email, ...link }) => ({
    ...link,
    email: accountEmailOf(user, email),
    // For the page: the API does not have it.
    emailAtProvider: email,
  }));
  return { links, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
