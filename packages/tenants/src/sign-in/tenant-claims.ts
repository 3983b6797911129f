import {
  type BrokenGlass,
  isOwnOrigin,
  originOfSession,
  reachesTenant,
  type TokenClaims,
  type TokenLife,
  type TokenSubject,
  unmetDemand,
  usesBreakGlass,
} from '@org/identity-core';
import {
  type IdentityPluginHost,
  type MembershipRow,
  mayUseClient,
  noteUse,
  type PolicyRow,
  policyRow,
  run,
  statement,
  takeMembership,
  timeOfEpoch,
} from '@org/identity-prisma';

// A prepared statement: every new token needs it, unless it was read with a code or refresh token.
const ofMember = statement(
  'tenant_claims_member',
  `SELECT m.role, t.slug, t.mfa_policy = 'REQUIRED' AS "mfaRequired", ${policyRow('t', 's', 'm')} AS policy
   FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
   LEFT JOIN identity.oidc_sessions s ON s.uid = $3
   WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.status = 'ACTIVE' AND ${mayUseClient('t', '$4')}`,
);

/** The most groups that a token names: it is sent with every request. */
const maxGroups = 100;

const groupsOf = statement(
  'group_claims',
  `SELECT g.name FROM identity.group_members m JOIN identity.groups g ON g.id = m.group_id
   WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.active ORDER BY g.name_key LIMIT ${maxGroups + 1}`,
);

/** The tenant claims of a token. No such token is issued without an active membership, or without a required second factor. */
export function tenantClaims(
  pool: IdentityPluginHost['pool'],
  brokeGlass: (use: BrokenGlass) => Promise<void> = async () => {},
): TokenClaims {
  return {
    names: ['tenant_id', 'tenant_slug', 'tenant_role', 'groups', 'groups_incomplete'],
    // Only for clients that ask for them.
    unlisted: ['groups', 'groups_incomplete'],
    async of(subject, token) {
      const { tenantId } = subject;
      // A sign-in by the connection of a tenant is for that tenant only.
      if (tenantId === null)
        return subject.kind === 'user' && !isOwnOrigin(originOfSession(subject.signIn?.via)) ? undefined : {};
      // A client of a tenant is deleted with its tenant.
      if (subject.kind === 'machine') return subject.tenantSlug ? claims(tenantId, subject.tenantSlug) : undefined;
      const { userId } = subject;
      const found = takeMembership(tenantId, userId) ?? (await findMembership(pool, { ...subject, tenantId }));
      if (!found || (found.mfaRequired && !subject.secondFactor)) return undefined;
      if (!(await meetsPolicy({ pool, brokeGlass }, { ...subject, tenantId }, found, token))) return undefined;
      const groups = subject.clientFields.groupClaims ? await groupClaims(pool, tenantId, userId) : {};
      return { ...claims(tenantId, found.slug), tenant_role: found.role, ...groups };
    },
  };
}

/** The active membership of a user who may use the client in this tenant. */
async function findMembership(
  pool: IdentityPluginHost['pool'],
  { tenantId, userId, clientId, signIn }: UserSubject,
): Promise<MembershipRow | undefined> {
  const values = [tenantId, userId, signIn?.sessionUid ?? null, clientId];
  return (await run<MembershipRow>(pool, ofMember, values)).rows[0];
}

type UserSubject = Extract<TokenSubject, { kind: 'user' }> & { readonly tenantId: string };

/**
 * Whether the sign-in of a token meets the policy of its tenant. A token that exists is not asked for its network and its last
 * use: it was when it was issued. A new one is valid no longer than the policy allows.
 */
async function meetsPolicy(
  { pool, brokeGlass }: { pool: IdentityPluginHost['pool']; brokeGlass: (use: BrokenGlass) => Promise<void> },
  { tenantId, userId, secondFactor, signIn }: UserSubject,
  { role, policy: row }: MembershipRow,
  token: TokenLife | undefined,
): Promise<boolean> {
  const via = signIn?.via ?? null;
  if (!row) return reachesTenant(originOfSession(via), tenantId);
  const { policy } = row;
  const signedInAt = timeOfEpoch(row.signedInAt);
  const secondFactorSince = timeOfEpoch(row.secondFactorSince);
  const checked = token ? policy : { ...policy, idleMinutes: null, allowedNetworks: [] };
  const ip = token ? (signIn?.ip ?? row.ip ?? '') : undefined;
  const pauseSeconds = pauseOf(row, signIn);
  const facts = { tenantId, userId, role, via, secondFactor, secondFactorSince, signedInAt, pauseSeconds, ip };
  if (unmetDemand(checked, facts)) return false;
  if (!token) return true;
  if (policy.sessionHours !== null && signedInAt)
    token.endBy(new Date(signedInAt.getTime() + policy.sessionHours * 3_600_000));
  if (policy.idleMinutes !== null) {
    // Half of it, so that a client in use asks for the next token in time.
    token.endBy(new Date(Date.now() + policy.idleMinutes * 30_000));
    if (signIn?.sessionUid) await noteUse(pool, signIn.sessionUid);
  }
  if (usesBreakGlass(checked, facts)) await brokeGlass({ tenantId, userId });
  return true;
}

/** The longest pause until now. A refresh is a use as well: clients may never call this server in between. */
function pauseOf({ lastActiveAt, longestPause }: PolicyRow, signIn: UserSubject['signIn']): number | undefined {
  if (lastActiveAt === null || longestPause === null) return undefined;
  const lastUse = Math.max(lastActiveAt, (signIn?.refreshedAt?.getTime() ?? 0) / 1000);
  return Math.max(longestPause, Date.now() / 1000 - lastUse);
}

/** The names of the user's groups, in their order, and whether there are more. */
async function groupClaims(pool: IdentityPluginHost['pool'], tenantId: string, userId: string) {
  const { rows } = await run<{ name: string }>(pool, groupsOf, [tenantId, userId]);
  const groups = rows.slice(0, maxGroups).map(({ name }) => name);
  return rows.length > maxGroups ? { groups, groups_incomplete: true } : { groups };
}

const claims = (id: string, slug: string) => ({ tenant_id: id, tenant_slug: slug });
