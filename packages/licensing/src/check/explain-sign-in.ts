import type { TenantPolicy } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type ExplainedCheck, explainedAbout } from './explain-license.js';

interface Subject {
  readonly tenant: { readonly id: string; readonly policy: unknown };
  readonly user: { readonly id: string; readonly email: string };
}

/**
 * What decides about the sign-in to a tenant: its connection, its policy, and what its directory has said last. Tenants
 * without them have no such checks.
 */
export async function explainSignIn(
  { db, services }: Pick<IdentityPluginHost, 'db' | 'services'>,
  { tenant: { id: tenantId, policy }, user }: Subject,
): Promise<ExplainedCheck[]> {
  const { id: userId, email } = user;
  const [connection, word] = await Promise.all([
    services.connections?.explain(db, { tenantId, userId, email }),
    services.directories?.lastWord(db, { tenantId, userId }),
  ]);
  const checks: ExplainedCheck[] = [];
  const name = connection?.name ?? null;
  if (connection && name !== null) {
    const about = connection.refused === null ? name : `${name}: ${connection.refused}`;
    checks.push(explainedAbout('connection', connection.refused === null ? undefined : 'CONNECTION_REFUSED', about));
  }
  if (policy !== null) {
    const demands = policy as TenantPolicy;
    // Whether a break-glass owner gets in also depends on the sign-in.
    const missing = demands.requireSso && name === null && !(await mayBreakGlass(db, { tenantId, userId, demands }));
    checks.push(explainedAbout('sign_in_policy', missing ? 'SSO_REQUIRED' : undefined, demandsOf(demands)));
  }
  if (word) checks.push(explainedAbout('directory', word.active ? undefined : 'DIRECTORY_INACTIVE', word.name));
  return checks;
}

/** Whether a user is an active owner on the list, with a second factor. */
async function mayBreakGlass(
  db: IdentityPluginHost['db'],
  { tenantId, userId, demands }: { tenantId: string; userId: string; demands: TenantPolicy },
): Promise<boolean> {
  if (!demands.breakGlass.includes(userId)) return false;
  const where = { tenantId, userId, role: 'owner', status: 'ACTIVE', user: { mfaEnabled: true } } as const;
  return (await db.membership.count({ where })) === 1;
}

/** The demands of a policy, as its fields are called. */
function demandsOf({ requireSso, sessionHours, idleMinutes, allowedNetworks }: TenantPolicy): string {
  const demands = [
    ...(requireSso ? ['requireSso'] : []),
    ...(sessionHours === null ? [] : [`sessionHours ${sessionHours}`]),
    ...(idleMinutes === null ? [] : [`idleMinutes ${idleMinutes}`]),
    ...(allowedNetworks.length === 0 ? [] : [`allowedNetworks ${allowedNetworks.slice(0, 3).join(', ')}`]),
  ];
  return demands.join(', ') || 'breakGlass';
}
