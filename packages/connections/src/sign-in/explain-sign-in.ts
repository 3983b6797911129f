import type { ConnectionFacts } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { domainOfEmail } from '../access/email-domain.js';

/** Which active connection the email of a user leads to, and why its last sign-in was refused. */
export async function explainSignIn(
  tx: Transaction,
  { tenantId, userId, email }: { tenantId: string; userId: string; email: string },
): Promise<ConnectionFacts | undefined> {
  const domain = domainOfEmail(email);
  const active = await tx.connection.findMany({
    where: { tenantId, status: 'ACTIVE' },
    select: {
      id: true,
      name: true,
      domains: {
        where: { active: true, domain: { status: 'VERIFIED' } },
        select: { domain: { select: { domain: true } } },
      },
    },
  });
  if (active.length === 0) return undefined;
  const own = active.find(({ domains }) => domains.some((each) => each.domain.domain === domain));
  if (!own) return { name: null, refused: null };
  const last = await tx.connectionAttempt.findFirst({
    where: { connectionId: own.id, OR: [{ userId }, { email }] },
    orderBy: { id: 'desc' },
    select: { result: true, reason: true },
  });
  return { name: own.name, refused: last?.result === 'REFUSED' ? last.reason : null };
}
