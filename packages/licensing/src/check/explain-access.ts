import { type Actor, isUuid } from '@org/identity-core';
import { type IdentityPluginHost, recordSearch } from '@org/identity-prisma';
import { unknownUser } from '../access/errors.js';
import { readLicense } from './check-license.js';
import { type ExplainedCheck, explained, explainLicense, notReached } from './explain-license.js';
import { explainSignIn } from './explain-sign-in.js';

type Services = Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'accounts' | 'vault' | 'services'>;

export interface Explanation {
  /** The id or the email of a user. */
  userId: string;
  /** The id or the slug of a tenant. */
  tenantId: string;
  applicationId: string;
  featureKey?: string | undefined;
}

/** Nothing that exists has this id. */
const noTenant = '00000000-0000-0000-0000-000000000000';

/**
 * Explains to an operator why a user can use an application or not: every check in order, with its result. Those of the
 * license are the checks of `check`. Reading it is recorded as an event, and so is the search for the user.
 */
export async function explainAccess(services: Services, input: Explanation & { actor: Actor }) {
  const { db, events } = services;
  const user = await findUser(services, input.userId);
  // Before anything else: that a user exists or not can be seen from what follows, even if the application is unknown.
  await recordSearch(services, { actor: input.actor, place: 'explanation', text: input.userId, found: user ? 1 : 0 });
  if (!user) throw unknownUser();
  const where = isUuid(input.tenantId) ? { id: input.tenantId } : { slug: input.tenantId.toLowerCase() };
  const tenant = await db.tenant.findUnique({
    where: { ...where, closingAt: null },
    select: { id: true, mfaPolicy: true, policy: true },
  });
  const { applicationId, featureKey, actor } = input;
  const row = await readLicense(services, { tenantId: tenant?.id ?? noTenant, userId: user.id, applicationId });
  const mfaMissing = tenant?.mfaPolicy === 'REQUIRED' && !user.mfaEnabled;
  const checks: ExplainedCheck[] = [
    explained('account_enabled', user.disabledAt ? 'ACCOUNT_DISABLED' : undefined),
    explained('account_open', user.deletedAt ? 'ACCOUNT_DELETED' : undefined),
    explained('tenant', tenant ? undefined : 'TENANT_NOT_FOUND'),
    ...explainLicense(row, featureKey),
    // Asked at the sign-in to the tenant, so it can be told only whether the user has a second factor at all.
    tenant
      ? explained('second_factor', mfaMissing ? 'SECOND_FACTOR_REQUIRED' : undefined)
      : notReached('second_factor'),
    ...(tenant ? await explainSignIn(services, { tenant, user }) : []),
  ];
  const reason = checks.find(({ passed }) => passed === false)?.reason ?? 'LICENSED';
  await db.$transaction((tx) =>
    events.publish(tx, {
      type: 'user.viewed',
      tenantId: null,
      actor,
      subjectId: user.id,
      data: { part: 'explanation' },
    }),
  );
  return { userId: user.id, allowed: reason === 'LICENSED', reason, checks };
}

async function findUser({ db, accounts }: Services, idOrEmail: string) {
  const where = isUuid(idOrEmail) ? { id: idOrEmail } : { normalizedEmail: accounts.normalizeEmail(idOrEmail) };
  const select = { id: true, email: true, disabledAt: true, deletedAt: true, mfaEnabled: true };
  return db.user.findUnique({ where, select });
}
