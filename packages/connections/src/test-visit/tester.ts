import { type Actor, type PageRequest, providerOf } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { actorOfLink } from '../access/setup-caller.js';
import { isSetupLinkValid } from '../setup-links/is-setup-link-valid.js';

interface TestVisit {
  readonly userId: string | null;
  readonly setupLinkId: string | null;
}

/** Whether the request comes from the browser of the tester: the owner is signed in there, or the setup link is open. */
export async function isTester(
  request: Pick<PageRequest, 'userId' | 'caller' | 'origin'>,
  { userId, setupLinkId, connection }: TestVisit & { readonly connection: { readonly tenantId: string } },
): Promise<boolean> {
  const by = providerOf(request.origin);
  if (by !== undefined && by !== connection.tenantId) return false;
  if (setupLinkId !== null) return (await request.caller('setup_link'))?.id === setupLinkId;
  return userId !== null && userId === request.userId;
}

/** Whether the tester still may: the owner owns the tenant, or the setup link is valid. */
export async function mayTest(tx: Transaction, tenantId: string, { userId, setupLinkId }: TestVisit): Promise<boolean> {
  if (setupLinkId !== null) return isSetupLinkValid(tx, { tenantId, linkId: setupLinkId });
  const owns = { tenantId, role: 'owner' as const, status: 'ACTIVE' as const };
  const rights = { OR: [{ superAdmin: true }, { memberships: { some: owns } }] };
  if (userId === null) return false;
  return (await tx.user.count({ where: { id: userId, deletedAt: null, disabledAt: null, ...rights } })) === 1;
}

/** The tester as the actor of an event. */
export const actorOfTest = ({ userId, setupLinkId }: TestVisit): Actor =>
  setupLinkId === null ? { kind: 'user', id: userId } : actorOfLink(setupLinkId);
