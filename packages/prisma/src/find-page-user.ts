import type { Role, TenantPolicy } from '@org/identity-core';
import type { Pool } from 'pg';
import { secondFactorSince } from './fast-path/second-factor-since.js';
import { longestPause } from './fast-path/session-use.js';
import { run, statement } from './fast-path/statement.js';
import { lookOf } from './tenant-look.js';

/** A user who visits a page, with the rights that are stored at this moment. */
export interface PageUser {
  readonly name: string | null;
  readonly email: string;
  /** As it is stored: perhaps no time zone that is known here. */
  readonly zoneinfo: string | null;
  readonly superAdmin: boolean;
  /** Whether the session has passed a second factor. */
  readonly secondFactor: boolean;
  /** The tenant whose connection the user has signed in by; null for any other sign-in. */
  readonly via: string | null;
  /** The longest time without a use since the sign-in. */
  readonly pauseSeconds: number;
  /** When the session was last used; this request may be that use. */
  readonly lastActiveAt: Date;
  /** When it was used again after a pause of ten minutes; null if there was none. */
  readonly resumedAt: Date | null;
  /** The tenant with that slug, if there is one. */
  readonly tenant: PageTenant | null;
  /** The tenants that the user is an active member of, by name; at most `maxPageTenants + 1`, and then any of them. */
  readonly tenants: readonly { readonly slug: string; readonly name: string }[];
}

/** How many tenants a page lists. One more is read, to know whether there are more. */
export const maxPageTenants = 10;

export interface PageTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly mfaRequired: boolean;
  /** Null for a tenant without a policy. */
  readonly policy: TenantPolicy | null;
  /** Null if the user is not an active member. */
  readonly role: Role | null;
  /** Since when the user has a second factor, in seconds since 1970; null without a policy, and for all but owners. */
  readonly secondFactorSince: number | null;
  /** Its look, not yet validated; see `brandOfTenant`. */
  readonly brand: unknown;
}

const pageUser = statement(
  'page_user',
  `SELECT u.display_name AS name, u.email, u.zoneinfo, u.super_admin AS "superAdmin", coalesce(s.payload->'amr' ? 'mfa', false) AS "secondFactor",
          s.payload->>'via' AS via, ${longestPause('s')} AS "pauseSeconds",
          s.last_active_at AS "lastActiveAt", s.resumed_at AS "resumedAt",
          CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'slug', t.slug, 'name', t.name,
            'mfaRequired', t.mfa_policy = 'REQUIRED', 'policy', t.policy, 'role', m.role,
            'secondFactorSince', CASE WHEN t.policy IS NOT NULL THEN ${secondFactorSince('m')} END, 'brand', ${lookOf('t')}) END AS tenant,
          coalesce((SELECT json_agg(json_build_object('slug', own.slug, 'name', own.name) ORDER BY own.name, own.slug) FROM (
            SELECT o.slug, o.name FROM identity.memberships om
            JOIN identity.tenants o ON o.id = om.tenant_id AND o.closing_at IS NULL
            WHERE om.user_id = u.id AND om.status = 'ACTIVE' AND o.id = coalesce((s.payload->>'via')::uuid, o.id) LIMIT ${maxPageTenants + 1}) own), '[]') AS tenants
   FROM identity.users u
   JOIN identity.oidc_sessions s ON s.uid = $2 AND s.account_id = $1 AND s.ended_at IS NULL AND s.expires_at > now()
   LEFT JOIN identity.tenants t ON t.slug = $3 AND t.closing_at IS NULL
   LEFT JOIN identity.memberships m ON m.tenant_id = t.id AND m.user_id = u.id AND m.status = 'ACTIVE'
   WHERE u.id = $1::uuid AND u.disabled_at IS NULL AND u.deleted_at IS NULL`,
);

/** The user of a session, and the tenant with that slug. Undefined if the account or the session has ended. */
export async function findPageUser(
  pool: Pool,
  { userId, sessionUid, slug }: { userId: string; sessionUid: string; slug: string | undefined },
): Promise<PageUser | undefined> {
  const { rows } = await run<PageUser>(pool, pageUser, [userId, sessionUid, slug ?? null]);
  return rows[0];
}
