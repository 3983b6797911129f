import { parseNetwork, type TenantPolicy, text } from '@org/identity-core';
import { z } from 'zod';

/** The longest session that a policy can allow: 30 days. */
const maxHours = 30 * 24;
/** Access tokens are valid for half of the idle time: with less, clients would ask for new ones all the time. */
const minIdleMinutes = 5;
const maxIdleMinutes = 7 * 24 * 60;
const maxNetworks = 50;
/** The most owners on the list of break-glass owners. */
export const maxBreakGlass = 20;

const Network = text(64, { trim: true, min: 1 }).transform((value, context) => {
  const network = parseNetwork(value);
  if (network !== undefined) return network;
  context.addIssue({ code: 'custom', message: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32' });
  return z.NEVER;
});

const different = (list: readonly string[]) => new Set(list).size === list.length;

export const PolicyBody = z.strictObject({
  requireSso: z.boolean(),
  breakGlass: z.array(z.uuid().toLowerCase()).max(maxBreakGlass).refine(different, 'must not name anybody twice'),
  sessionHours: z.int().min(1).max(maxHours).nullable().optional(),
  idleMinutes: z.int().min(minIdleMinutes).max(maxIdleMinutes).nullable().optional(),
  allowedNetworks: z.array(Network).max(maxNetworks).refine(different, 'must not name a network twice').optional(),
});

export const PolicyReply = z.object({
  requireSso: z.boolean(),
  breakGlass: z.array(z.uuid()),
  sessionHours: z.int().nullable(),
  idleMinutes: z.int().nullable(),
  allowedNetworks: z.array(z.string()),
});

/** The policy of a tenant that has none. */
export const openPolicy: TenantPolicy = {
  requireSso: false,
  breakGlass: [],
  sessionHours: null,
  idleMinutes: null,
  allowedNetworks: [],
};

/** The stored policy; null if there is none. */
export function policyOf({ policy }: { readonly policy: unknown }): TenantPolicy | null {
  return policy === null || policy === undefined ? null : PolicyReply.parse(policy);
}

/** What is stored: null if the policy demands nothing. */
export function storedPolicy(policy: TenantPolicy): TenantPolicy | null {
  const { requireSso, breakGlass, sessionHours, idleMinutes, allowedNetworks } = policy;
  const demands = requireSso || sessionHours !== null || idleMinutes !== null || allowedNetworks.length > 0;
  return demands || breakGlass.length > 0 ? policy : null;
}
