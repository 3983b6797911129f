import type { Database } from '@org/identity-prisma';
import type { AttemptSecret } from './attempt-secret.js';
import { useAttempt } from './attempts.js';
import type { SsoProvider } from './provider.js';
import type { UpstreamIdentity } from './upstream-identity.js';

/** The account that is linked to this identity and waits to be erased. Uses the attempt up: the next step has its own secret. */
export async function findDeletedAccount(
  db: Database,
  { attempt, provider, identity }: { attempt: AttemptSecret; provider: SsoProvider; identity: UpstreamIdentity },
): Promise<{ userId: string; waitingUntil: Date; epoch: number } | undefined> {
  const { issuer, subject } = identity;
  const link = await db.ssoLink.findUnique({
    where: {
      provider_issuer_subject: { provider: provider.id, issuer, subject },
      user: { deletedAt: { not: null }, eraseAt: { gt: new Date() }, disabledAt: null },
    },
    select: { user: { select: { id: true, eraseAt: true, signInEpoch: true } } },
  });
  if (!link?.user.eraseAt || !(await useAttempt(db, attempt))) return undefined;
  return { userId: link.user.id, waitingUntil: link.user.eraseAt, epoch: link.user.signInEpoch };
}
