import ipaddr from 'ipaddr.js';
import { IdentityError } from '../errors/identity-error.js';
import { ipOf, parseIp } from '../outgoing/ip.js';
import { reachesTenant } from './origin.js';
import type { Principal, Role } from './principal.js';

/** How the members of a tenant have to sign in. */
export interface TenantPolicy {
  /** Only sign-ins by a connection of the tenant count. */
  readonly requireSso: boolean;
  /** The owners who may sign in otherwise, with a second factor that they had before. If none is named, nobody may. */
  readonly breakGlass: readonly string[];
  /** How long after the sign-in a new one is needed. */
  readonly sessionHours: number | null;
  /** How long a session may be unused. */
  readonly idleMinutes: number | null;
  /** The networks that members may sign in from, in CIDR notation; empty: all. */
  readonly allowedNetworks: readonly string[];
}

/** A sign-in, as far as a policy asks for it. */
export interface SignInFacts {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
  /** The tenant whose connection the user has signed in by; null for any other sign-in. */
  readonly via: string | null;
  readonly secondFactor: boolean;
  /** Since when the account has a second factor; undefined if it has none, or the user is no owner. */
  readonly secondFactorSince: Date | undefined;
  /** Undefined if it is not known: then a policy that asks for it is not met. */
  readonly signedInAt: Date | undefined;
  /** The longest time without a use since the sign-in. */
  readonly pauseSeconds: number | undefined;
  /** Undefined where the network does not matter. */
  readonly ip: string | undefined;
}

/** What is missing: another way to sign in, a second factor, a new sign-in, or an allowed network. */
export type UnmetDemand = 'otherTenant' | 'sso' | 'secondFactor' | 'signIn' | 'network';

/** What a sign-in lacks for tokens of a tenant; undefined if nothing. Null stands for a tenant without a policy. */
export function unmetDemand(policy: TenantPolicy | null, facts: SignInFacts): UnmetDemand | undefined {
  const { tenantId, via } = facts;
  // The provider of one tenant must not open another.
  if (via !== null && via !== tenantId) return 'otherTenant';
  if (!policy) return undefined;
  const bySso = via === tenantId;
  const isElsewhere = facts.ip !== undefined && !isInNetworks(policy.allowedNetworks, facts.ip);
  if ((policy.requireSso && !bySso) || isElsewhere) {
    const otherwise = policy.requireSso && !bySso ? 'sso' : 'network';
    if (!isBreakGlass(policy, facts)) return otherwise;
    if (!facts.secondFactor) return 'secondFactor';
  }
  const { sessionHours, idleMinutes } = policy;
  const { signedInAt, pauseSeconds = Number.POSITIVE_INFINITY } = facts;
  const ageSeconds = signedInAt ? (Date.now() - signedInAt.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  // Negated, so that a time that is not a number does not pass.
  if (sessionHours !== null && !(ageSeconds <= sessionHours * 3600)) return 'signIn';
  if (idleMinutes !== null && !(pauseSeconds <= idleMinutes * 60)) return 'signIn';
  return undefined;
}

/** Whether a sign-in is allowed only because the user is one of the break-glass owners. */
export function usesBreakGlass(policy: TenantPolicy | null, facts: SignInFacts): boolean {
  return unmetDemand(policy, facts) === undefined && unmetDemand(policy, { ...facts, role: 'member' }) !== undefined;
}

/** Whether a user is one of the owners who can get in if the tenant's own way fails. */
function isBreakGlass({ breakGlass }: TenantPolicy, facts: SignInFacts): boolean {
  return facts.role === 'owner' && breakGlass.includes(facts.userId) && hadSecondFactor(facts);
}

/**
 * Whether the account had a second factor when this sign-in began. One that was set up in the same sign-in proves nothing: the
 * password alone was enough for it. The time of a sign-in has whole seconds, so a factor of the same second counts as newer.
 */
function hadSecondFactor({ secondFactorSince, signedInAt }: SignInFacts): boolean {
  return secondFactorSince !== undefined && signedInAt !== undefined && secondFactorSince < signedInAt;
}

/** Whether an IP belongs to one of the networks; without networks, every IP does. */
export function isInNetworks(networks: readonly string[], text: string): boolean {
  if (networks.length === 0) return true;
  const ip = parseIp(ipOf(text));
  if (!ip) return false;
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === ip.kind() && ip.match(base, bits);
  });
}

/** A network in CIDR notation, in its usual form; undefined if the text is none, or has bits behind its prefix. */
export function parseNetwork(text: string): string | undefined {
  const [address = '', bits = '', ...more] = text.trim().split('/');
  const ip = parseIp(address);
  if (!ip || more.length > 0 || !/^\d{1,3}$/u.test(bits)) return undefined;
  const isMapped = ip.kind() === 'ipv4' && address.includes(':');
  const prefix = Number(bits);
  if (isMapped || prefix > (ip.kind() === 'ipv4' ? 32 : 128)) return undefined;
  const first =
    ip.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${prefix}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/${prefix}`);
  return first.toString() === ip.toString() ? `${ip.toString()}/${prefix}` : undefined;
}

/**
 * Throws if the caller's sign-in does not open the tenant: it came by the provider of another tenant, or the tenant has a
 * policy and the token is not for this tenant. The policy is checked when tokens for the tenant are issued, so only those
 * count. Machines and super admins are not affected.
 */
export function requireTenantSignIn(
  principal: Principal,
  { tenantId, hasPolicy }: { readonly tenantId: string; readonly hasPolicy: boolean },
): void {
  if (principal.kind === 'machine' || principal.superAdmin || !hasPolicy) return;
  if (principal.tenant?.id === tenantId.toLowerCase()) return;
  throw new IdentityError(
    'POLICY_NOT_MET',
    'This tenant has a policy for sign-ins. Ask for a token for this tenant, then repeat the call.',
  );
}

/**
 * Whether the caller's session belongs to another tenant, because the provider of that tenant has signed the user in. For such
 * a caller this tenant does not exist.
 */
export function cameByOtherTenant(principal: Principal, tenantId: string): boolean {
  return principal.kind !== 'machine' && !reachesTenant(principal.origin, tenantId);
}
