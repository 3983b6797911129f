import { leaveUnused } from '../console-pages.js';
import { licensedTenant, machineToken } from '../licensing-api.js';
import { addSuperAdmin } from '../platform-api.js';
import { addUser, freshTenant, tokenOf } from '../tenant-api.js';
import type { TestServer } from '../test-server.js';
import { addClient, allowedToken } from '../third-party.js';

/** Tokens that are refused, each for one reason. */
export interface Callers {
  /** A third-party client without any scope of the API, for the owner of a tenant. */
  withoutScopes: string;
  /** A machine of a tenant that may only read events. */
  weakMachine: string;
  /** The owner of a tenant that requires a second factor, without one. */
  withoutSecondFactor: { token: string; tenantId: string };
  /** The owner of a tenant with a sign-in policy, with a token for another tenant. */
  elsewhere: { token: string; tenantId: string };
  /** A user whom the connection of a tenant has signed in. */
  viaConnection: string;
  /** A super admin without a second factor. */
  weakAdmin: string;
  /** A super admin who signed in too long ago. */
  staleAdmin: string;
}

/** Makes the callers. */
export async function makeCallers(server: TestServer): Promise<Callers> {
  const tenant = await licensedTenant(server, 5);
  const { email } = tenant.owner;
  const clientId = await addClient(server, { scopes: [] });
  const withoutScopes = await allowedToken(server, { clientId, email, tenant: tenant.slug, scope: 'openid' });

  const strict = await licensedTenant(server, 5);
  const strictToken = await tokenOf(server.issuer, strict.owner.email, strict.slug);
  // After the sign-in, and directly in the database, so that the token does not end.
  await server.identity.db.tenant.update({ where: { id: strict.id }, data: { mfaPolicy: 'REQUIRED' } });

  const guarded = await freshTenant(server);
  const { db } = server.identity;
  const { userId, email: guardedEmail } = guarded.owner;
  await db.membership.create({ data: { tenantId: tenant.id, userId, role: 'owner' } });
  const elsewhere = await tokenOf(server.issuer, guardedEmail, tenant.slug);
  const policy = { requireSso: false, breakGlass: [], sessionHours: 8, idleMinutes: null, allowedNetworks: [] };
  await db.tenant.update({ where: { id: guarded.id }, data: { policy } });

  const linked = await freshTenant(server);
  const viaConnection = await tokenOf(server.issuer, linked.owner.email, linked.slug);
  await db.$executeRaw`UPDATE identity.oidc_grants SET payload = payload || ${JSON.stringify({ via: linked.id })}::jsonb
    WHERE tenant_id = ${linked.id}::uuid`;

  const admin = await addUser(server);
  await server.identity.db.user.update({ where: { id: admin.userId }, data: { superAdmin: true } });
  const stale = await addSuperAdmin(server);
  await leaveUnused(server, stale);
  return {
    withoutScopes,
    weakMachine: await machineToken(server, tenant.id, ['events:read']),
    withoutSecondFactor: { token: strictToken, tenantId: strict.id },
    elsewhere: { token: elsewhere, tenantId: guarded.id },
    viaConnection,
    weakAdmin: await tokenOf(server.issuer, admin.email),
    staleAdmin: stale.token,
  };
}
