import { migrate, seed } from '../../packages/server/dist/src/index.js';
import { databaseUrl } from './cluster.mjs';

export const password = 'violet harbor engine 77';
export const web = {
  id: 'ha-web',
  secret: 'ha-web-secret-0123456789-0123456789-0123456',
  redirectUri: 'https://ha.example.test/callback',
};
export const machine = { id: 'ha-machine', secret: 'ha-machine-secret-0123456789-0123456789-0123' };
export const tenantId = '019a0000-0000-7000-8000-00000000d001';
export const applicationId = '019a0000-0000-7000-8000-00000000d002';
export const licenseTypeId = '019a0000-0000-7000-8000-00000000d003';
/** Fewer seats than users who want one. */
export const purchased = 14;

const emails = (kind, count) => Array.from({ length: count }, (_, index) => `${kind}${index}@ha.test`);
export const people = { visitors: emails('visitor', 40), seated: emails('seated', 24), admins: emails('admin', 6) };

/** Migrates the database and adds one tenant with its users, seats and clients. */
export async function prepareWorld(cluster) {
  await migrate({ databaseUrl });
  const everyone = [...people.visitors, ...people.seated, ...people.admins];
  await seed({
    databaseUrl,
    data: {
      applications: [
        {
          id: applicationId,
          name: 'HA',
          licenseTypes: [{ id: licenseTypeId, slug: 'pro', name: 'Pro', features: ['all'] }],
        },
      ],
      users: everyone.map((email) => ({ email, password, displayName: email, givenName: 'H', familyName: 'A' })),
      tenants: [
        {
          id: tenantId,
          slug: 'haven',
          name: 'HA',
          members: everyone.map((email, index) => ({
            email,
            role: index === everyone.length - 1 ? 'owner' : roleOf(email),
          })),
        },
      ],
      subscriptions: [{ tenant: 'haven', application: 'HA', licenseType: 'pro', quantity: purchased }],
      clients: [
        { ...machine, name: 'Machine', type: 'MACHINE', tenant: 'haven', scopes: ['licenses:read', 'licenses:write'] },
        {
          id: web.id,
          secret: web.secret,
          name: 'Web',
          type: 'CONFIDENTIAL',
          firstParty: true,
          redirectUris: [web.redirectUri],
        },
      ],
    },
  });
  return cluster.onLeader(async (client) => {
    const { rows } = await client.query('SELECT id, email FROM identity.users');
    return new Map(rows.map(({ id, email }) => [email, id]));
  });
}

const roleOf = (email) => (people.admins.includes(email) ? 'admin' : 'member');
