import type { Connections } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { domainOfEmail } from '../access/email-domain.js';
import { isSameIssuer } from '../providers/shared-issuers.js';

const fields = {
  issuer: true,
  email: true,
  user: { select: { email: true } },
  connection: {
    select: {
      issuer: true,
      domains: {
        where: { active: true, domain: { status: 'VERIFIED' } },
        select: { domain: { select: { domain: true } } },
      },
    },
  },
} as const satisfies Prisma.ConnectionLinkSelect;

type UsedLink = Prisma.ConnectionLinkGetPayload<{ select: typeof fields }>;

/** Whether one of these users has signed in by an active connection of the tenant, which would let them in again. */
export async function signsIn(
  tx: Transaction,
  { tenantId, userIds }: Parameters<Connections<Transaction>['signsIn']>[1],
): Promise<boolean> {
  const links = await tx.connectionLink.findMany({
    where: { userId: { in: [...userIds] }, lastUsedAt: { not: null }, connection: { tenantId, status: 'ACTIVE' } },
    select: fields,
  });
  return links.some(isLetIn);
}

/** The provider may be another one since, and the domain that leads to it may have lapsed or gone to another connection. */
function isLetIn({ issuer, email, user, connection }: UsedLink): boolean {
  const domain = domainOfEmail(email ?? user.email);
  return isSameIssuer(issuer, connection.issuer) && connection.domains.some((own) => own.domain.domain === domain);
}
