import { type IdentityPluginHost, type MfaPolicy, type Role, run, statement } from '@org/identity-prisma';

export interface ActiveMembership {
  readonly role: Role;
  readonly tenant: { readonly id: string; readonly name: string; readonly slug: string; readonly mfaPolicy: MfaPolicy };
}

// A prepared statement: every sign-in needs it.
const ofUser = statement(
  'memberships_active',
  `SELECT m.role, t.id, t.name, t.slug, t.mfa_policy AS "mfaPolicy"
   FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
   WHERE m.user_id = $1 AND m.status = 'ACTIVE' ORDER BY t.name`,
);

/** The tenants in which a user is an active member, by name. */
export async function findActiveMemberships(
  pool: IdentityPluginHost['pool'],
  userId: string,
): Promise<ActiveMembership[]> {
  const { rows } = await run<ActiveMembership['tenant'] & { role: Role }>(pool, ofUser, [userId]);
  return rows.map(({ role, ...tenant }) => ({ role, tenant }));
}
