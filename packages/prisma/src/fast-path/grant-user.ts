import type { TenantPolicy } from '@org/identity-core';
import type { AdapterPayload } from 'oidc-provider';
import type { Role } from '../generated/enums.js';
import { isAgentOfGrant, keepMarkedAgent } from './marked-agents.js';
import { keepForRequest, takeForRequest } from './request-memory.js';
import { secondFactorSince } from './second-factor-since.js';

const accountColumns = `u.id, u.mfa_enabled AS "secondFactor", u.display_name AS name, u.given_name, u.family_name,
  u.middle_name, u.nickname, u.username AS preferred_username, u.picture_url AS picture, u.website, u.gender, u.birthdate,
  u.zoneinfo, u.locale, floor(extract(epoch FROM u.updated_at))::float8 AS updated_at, u.email, u.email_verified`;

/** The account of `identity.users u` as JSON for tokens and userinfo: by claim name, without claims that have no value. */
export const accountJson = `(SELECT json_strip_nulls(to_json(account)) FROM (SELECT ${accountColumns}) account)`;

export interface AccountRow {
  readonly id: string;
  readonly secondFactor: boolean;
}
export interface MembershipRow {
  readonly slug: string;
  readonly role: Role;
  readonly mfaRequired: boolean;
  /** Null for a tenant without a policy. */
  readonly policy: PolicyRow | null;
}

/** The policy of a tenant, and what it asks of the session. Times are seconds since 1970. */
export interface PolicyRow {
  readonly policy: TenantPolicy;
  readonly signedInAt: number | null;
  readonly lastActiveAt: number | null;
  /** The longest pause before the last use, in seconds. */
  readonly longestPause: number | null;
  readonly ip: string | null;
  /** Since when the account has a second factor; null for members who are no owners. */
  readonly secondFactorSince: number | null;
}

/** SQL for a `PolicyRow` of the tenant, the session and the membership with these names; most tenants have no policy. */
export const policyRow = (tenant: string, session: string, membership: string) =>
  `CASE WHEN ${tenant}.policy IS NOT NULL THEN json_build_object('policy', ${tenant}.policy, 'signedInAt', ${session}.payload->'loginTs',
     'lastActiveAt', extract(epoch FROM ${session}.last_active_at),
     'longestPause', ${session}.longest_pause, 'ip', ${session}.ip_address,
     'secondFactorSince', ${secondFactorSince(membership)}) END`;

// A statement that reads a grant `g` also reads its user: the account `u` and, if the grant has a tenant, the membership `m`
// and the `tenant`. A tenant that is closing is null: then the membership does not count.
export const grantUserJoins = `LEFT JOIN identity.users u ON u.deleted_at IS NULL AND u.disabled_at IS NULL
     AND u.id = CASE WHEN g.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN g.account_id::uuid END
   LEFT JOIN identity.memberships m ON m.tenant_id = g.tenant_id AND m.user_id = u.id AND m.status = 'ACTIVE'
   LEFT JOIN identity.tenants tenant ON tenant.id = m.tenant_id AND tenant.closing_at IS NULL`;
/** Whether the user of a grant `g` is still an active member of its tenant, if it has one. */
export const isInTenant = '(g.tenant_id IS NULL OR tenant.id IS NOT NULL)';
// Whether the user of a grant `g` has passed a second factor: before the grant was saved, or later in its session `s`.
// The grant stores it, because a grant may outlive its session.
export const passedSecondFactor = `coalesce(g.payload @> '{"secondFactor": true}' OR s.payload->'amr' ? 'mfa', false)`;
const grantColumns = `g.id AS grant_id, g.tenant_id, tenant.slug AS tenant_slug, m.role,
  CASE WHEN ${passedSecondFactor} THEN g.payload || '{"secondFactor": true}' ELSE g.payload END AS grant_payload,
  tenant.mfa_policy = 'REQUIRED' AS mfa_required, ${policyRow('tenant', 's', 'm')} AS policy,
  ${isAgentOfGrant('g')} AS marked_agent`;
export const grantUserColumns = `${grantColumns}, CASE WHEN u.id IS NOT NULL THEN ${accountJson} END AS account`;
/** The same without the claims of the account, for responses that contain none. */
export const grantUserColumnsWithoutClaims = `${grantColumns}, NULL::json AS account, u.id AS account_id`;

export interface GrantUserRow {
  grant_id: string | null;
  grant_payload: AdapterPayload | null;
  tenant_id: string | null;
  tenant_slug: string | null;
  role: Role | null;
  mfa_required: boolean | null;
  policy: PolicyRow | null;
  account: AccountRow | null;
  /** Only in rows without the claims of the account. */
  account_id?: string | null;
  /** Whether the client of the grant is an agent. */
  marked_agent: boolean;
}

/** Keeps a grant, its account and its membership for this request: oidc-provider asks for them one by one. */
export function keepGrantUser(row: GrantUserRow): void {
  const { grant_id, grant_payload, tenant_id, tenant_slug, role, account } = row;
  if (grant_id && grant_payload) keepForRequest('Grant', grant_id, grant_payload);
  if (grant_id) keepMarkedAgent(grant_id, row.marked_agent);
  const accountId = account?.id ?? row.account_id;
  if (!accountId) return;
  if (account) keepForRequest('account', accountId, account);
  if (tenant_id && tenant_slug && role)
    keepForRequest('membership', `${tenant_id}:${accountId}`, {
      slug: tenant_slug,
      role,
      mfaRequired: row.mfa_required === true,
      policy: row.policy,
    } satisfies MembershipRow);
}

/** Returns the account, if this request has read it with a token. */
export function takeAccount(id: string): AccountRow | undefined {
  return takeForRequest('account', id);
}

/** Returns the active membership, if this request has read it with a token. */
export function takeMembership(tenantId: string, userId: string): MembershipRow | undefined {
  return takeForRequest('membership', `${tenantId}:${userId}`);
}
