/** The data of every contender: the same two clients, one person, one tenant with one license. */
export const machine = { id: 'bench-machine', secret: 'bench-machine-secret-0123456789-0123456789' };
export const web = {
  id: 'bench-web',
  secret: 'bench-web-secret-0123456789-0123456789-01234',
  redirectUri: 'https://bench.example.test/callback',
};
export const scope = 'openid profile email offline_access';
export const user = {
  id: '019a0000-0000-7000-8000-00000000a001',
  email: 'bench@people.test',
  password: 'violet harbor engine 77',
};
export const tenant = { id: '019a0000-0000-7000-8000-00000000b001', slug: 'bench' };
export const application = { id: '019a0000-0000-7000-8000-00000000c001', name: 'Bench' };

/** For plain oidc-provider: the resource that makes an access token a JWT, by the algorithm that signs it. */
export const resources = { RS256: 'urn:bench:rs256', ES256: 'urn:bench:es256' };

/** The seed of every database of the comparison. */
export const comparisonSeed = {
  applications: [
    { id: application.id, name: application.name, licenseTypes: [{ slug: 'pro', name: 'Pro', features: ['export'] }] },
  ],
  users: [{ ...user, displayName: 'Bench Person', givenName: 'Bench', familyName: 'Person', locale: 'en' }],
  tenants: [{ ...tenant, name: 'Bench', members: [{ email: user.email, role: 'owner' }] }],
  subscriptions: [
    { tenant: tenant.slug, application: application.name, licenseType: 'pro', quantity: 10, seats: [user.email] },
  ],
  clients: [
    { ...machine, name: 'Machine', type: 'MACHINE', tenant: tenant.slug, scopes: ['licenses:read'] },
    {
      id: web.id,
      secret: web.secret,
      name: 'Web',
      type: 'CONFIDENTIAL',
      application: application.name,
      firstParty: true,
      redirectUris: [web.redirectUri],
    },
  ],
};
