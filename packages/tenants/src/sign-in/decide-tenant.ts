import {
  type AuthorizationRequest,
  accountClientId,
  hasTwoFactors,
  providerOf,
  type SignInStep,
  slugOfParameter,
  type TenantDecision,
  type TenantPolicy,
  type TenantResolver,
  unmetDemand,
} from '@org/identity-core';
import {
  type IdentityPluginHost,
  lookOf,
  lookUp,
  type MfaPolicy,
  type Role,
  run,
  runBatched,
  secondFactorSince,
  statement,
  timeOfEpoch,
} from '@org/identity-prisma';
import { z } from 'zod';

type Pool = IdentityPluginHost['pool'];

const bySlug = lookUp(
  'tenant_by_slug',
  ['text'],
  'SELECT id FROM identity.tenants WHERE slug = $1 AND closing_at IS NULL',
);

/** Decides the tenant of a token: the requested one, the client's own, the only one, or the one chosen on the page. */
export function tenantResolver(
  pool: Pool,
  issuer: string,
  brokeGlass?: NonNullable<TenantResolver['brokeGlass']>,
): TenantResolver {
  return {
    ...(brokeGlass ? { brokeGlass } : {}),
    async find(parameter) {
      const slug = slugOfParameter(parameter, issuer);
      const found = await runBatched<{ id: string }>(pool, bySlug, [slug]);
      return found && { id: found.id };
    },
    brandFor: (request) => findTenantBrand(pool, issuer, request),
    decide: (request) => decideTenant(pool, issuer, request),
  };
}

async function decideTenant(pool: Pool, issuer: string, request: AuthorizationRequest): Promise<TenantDecision> {
  if (!request.userId) return { kind: 'none' };
  const { client } = request;
  const memberships = await findActiveMemberships(pool, request.userId);
  const member = (of: (tenant: { id: string; slug: string }) => boolean): TenantDecision => {
    const membership = memberships.find(({ tenant }) => of(tenant));
    return membership ? decideMember(request, membership) : { kind: 'refused' };
  };

  const parameter = request.params['tenant'];
  if (typeof parameter === 'string') {
    const slug = slugOfParameter(parameter, issuer);
    // A client that belongs to a tenant works for that tenant only.
    return member((tenant) => tenant.slug === slug && (client.tenantId ?? tenant.id) === tenant.id);
  }
  if (client.tenantId) return member(({ id }) => id === client.tenantId);
  // Checked before the number of tenants: the user may have left the others since.
  const answer = TenantAnswer.safeParse(request.answers['tenant']);
  if (answer.success) return member(({ id }) => id === answer.data.tenantId);
  // A sign-in by the connection of a tenant is for that tenant.
  const via = request.session && providerOf(request.session.origin);
  if (via !== undefined) return member(({ id }) => id === via);
  if (memberships.length > 1) return { kind: 'choose' };
  return memberships[0] ? member(() => true) : { kind: 'none' };
}

/** What a member still needs for a token of the tenant. */
function decideMember(
  { userId = '', amr, session }: AuthorizationRequest,
  { role, secondFactorSince: since, tenant }: ActiveMembership,
): TenantDecision {
  const { id: tenantId, name, mfaPolicy, policy } = tenant;
  const { signedInAt, pauseSeconds, ip } = session ?? {};
  const via = (session && providerOf(session.origin)) ?? null;
  const secondFactor = hasTwoFactors(amr);
  const factor = { secondFactor, secondFactorSince: timeOfEpoch(since) };
  const facts = { tenantId, userId, role, via, ...factor, signedInAt, pauseSeconds, ip };
  const unmet = unmetDemand(policy, facts);
  if (unmet === 'network') return { kind: 'refused', why: 'network' };
  const mfaRequired = mfaPolicy === 'REQUIRED' || unmet === 'secondFactor';
  const signInRequired = unmet !== undefined && unmet !== 'secondFactor';
  return { kind: 'tenant', tenantId, name, mfaRequired, ...(signInRequired ? { signInRequired } : {}) };
}

/** Stops a user who has to choose a tenant; refuses one who is not a member of the tenant that was asked for. */
export const needsChoice: SignInStep['isNeeded'] = async (_request, { tenant }) => {
  // For the client, as `error_description`.
  if (tenant.kind === 'refused')
    return {
      refused:
        tenant.why === 'network'
          ? 'this tenant does not allow sign-ins from your network'
          : 'you are not an active member of this tenant',
    };
  return tenant.kind === 'choose';
};

// Prepared statements: each page of a sign-in needs the brand.
const brandById = lookUp(
  'tenant_brand_by_id',
  ['uuid'],
  `SELECT ${lookOf('t')} AS brand FROM identity.tenants t WHERE t.id = $1 AND t.closing_at IS NULL`,
);
const brandBySlug = lookUp(
  'tenant_brand_by_slug',
  ['text'],
  `SELECT ${lookOf('t')} AS brand FROM identity.tenants t WHERE t.slug = $1 AND t.closing_at IS NULL`,
);

/** The look of the tenant: the client's own, the requested one, the chosen one, or the one whose page is opened then. */
async function findTenantBrand(
  pool: IdentityPluginHost['pool'],
  issuer: string,
  request: AuthorizationRequest,
): Promise<unknown> {
  const tenant = tenantOf(issuer, request);
  if (!tenant) return undefined;
  const [by, key] = 'id' in tenant ? [brandById, tenant.id] : [brandBySlug, tenant.slug];
  return (await runBatched<{ brand: unknown }>(pool, by, [key]))?.brand ?? undefined;
}

/** Membership does not matter here: a brand is public. A client of a tenant never shows the brand of another tenant. */
function tenantOf(
  issuer: string,
  { params, client, answers }: AuthorizationRequest,
): { id: string } | { slug: string } | undefined {
  if (client.tenantId) return { id: client.tenantId };
  if (typeof params['tenant'] === 'string') return { slug: slugOfParameter(params['tenant'], issuer) };
  if (client.id === accountClientId) return ofOwnPage(params['state']);
  const answer = TenantAnswer.safeParse(answers['tenant']);
  return answer.success ? { id: answer.data.tenantId } : undefined;
}

// Anybody can choose this state, as well as the parameter `tenant`: it decides about nothing but the look.
const ownPages = /^\/(?:console\/|invitations\/[\w/-]+\?tenant=)([a-z\d-]+)(?:[/?]|$)/u;

const maxState = 2048;
const maxSlug = 63;

/** The tenant of a page of ours that is opened after the sign-in. */
function ofOwnPage(state: unknown): { slug: string } | undefined {
  if (typeof state !== 'string' || state.length > maxState) return undefined;
  const slug = ownPages.exec(state)?.[1];
  return slug === undefined || slug.length > maxSlug ? undefined : { slug };
}

/** The answer of the `tenant` step. */
const TenantAnswer = z.object({ tenantId: z.uuid() });

interface ActiveMembership {
  readonly role: Role;
  /** Since when an owner of a tenant with a policy has a second factor. */
  readonly secondFactorSince: number | null;
  readonly tenant: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly mfaPolicy: MfaPolicy;
    readonly policy: TenantPolicy | null;
  };
}

// A prepared statement: every sign-in needs it.
const ofUser = statement(
  'memberships_active',
  `SELECT m.role, t.id, t.name, t.slug, t.mfa_policy AS "mfaPolicy", t.policy,
          CASE WHEN t.policy IS NOT NULL THEN ${secondFactorSince('m')} END AS "secondFactorSince"
   FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
   WHERE m.user_id = $1 AND m.status = 'ACTIVE' ORDER BY t.name`,
);

/** The tenants in which a user is an active member, by name. */
export async function findActiveMemberships(
  pool: IdentityPluginHost['pool'],
  userId: string,
): Promise<ActiveMembership[]> {
  const { rows } = await run<ActiveMembership['tenant'] & Omit<ActiveMembership, 'tenant'>>(pool, ofUser, [userId]);
  return rows.map(({ role, secondFactorSince: since, ...tenant }) => ({ role, secondFactorSince: since, tenant }));
}
