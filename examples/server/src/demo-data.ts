import type { SeedData } from '@org/identity-server';

/** The password of every demo user. */
export const demoPassword = 'demo-Passphrase-42';

const redirects = {
  redirectUris: ['http://localhost:8080/callback', 'http://127.0.0.1:8765/callback'],
  postLogoutRedirectUris: ['http://localhost:8080/logged-out', 'http://127.0.0.1:8765/logged-out'],
};
const machine = ['licenses:read', 'licenses:write', 'tenants:read', 'events:read'] as const;
const password = demoPassword;

/** Two tenants, five users and two applications: enough to try every flow. Never use them in production. */
export const demoData = {
  applications: [
    {
      id: '019a0000-0000-7000-8000-0000000000a1',
      name: 'CRM',
      licenseTypes: [
        { id: '019a0000-0000-7000-8000-0000000000b1', slug: 'basic', name: 'Basic', features: ['contacts'] },
        {
          id: '019a0000-0000-7000-8000-0000000000b2',
          slug: 'pro',
          name: 'Pro',
          features: ['contacts', 'reports', 'api'],
        },
      ],
    },
    {
      id: '019a0000-0000-7000-8000-0000000000a2',
      name: 'Desk',
      licenseTypes: [
        { id: '019a0000-0000-7000-8000-0000000000b3', slug: 'standard', name: 'Standard', features: ['tickets'] },
      ],
    },
  ],
  users: [
    {
      email: 'super@example.test',
      password,
      displayName: 'Sam Super',
      givenName: 'Sam',
      familyName: 'Super',
      superAdmin: true,
    },
    {
      email: 'owner@acme.test',
      password,
      displayName: 'Olivia Owner',
      givenName: 'Olivia',
      familyName: 'Owner',
      locale: 'en-GB',
      zoneinfo: 'Europe/London',
    },
    { email: 'admin@acme.test', password, displayName: 'Adam Admin', givenName: 'Adam', familyName: 'Admin' },
    {
      email: 'member@acme.test',
      password,
      displayName: 'Mia Member',
      givenName: 'Mia',
      familyName: 'Member',
      locale: 'de-DE',
      zoneinfo: 'Europe/Berlin',
    },
    { email: 'owner@globex.test', password, displayName: 'Gus Globex', givenName: 'Gus', familyName: 'Globex' },
  ],
  tenants: [
    {
      id: '019a0000-0000-7000-8000-0000000000c1',
      slug: 'acme',
      name: 'Acme Inc.',
      members: [
        { email: 'owner@acme.test', role: 'owner' },
        { email: 'admin@acme.test', role: 'admin' },
        { email: 'member@acme.test', role: 'member' },
        { email: 'owner@globex.test', role: 'member' },
      ],
    },
    {
      id: '019a0000-0000-7000-8000-0000000000c2',
      slug: 'globex',
      name: 'Globex Corp.',
      members: [{ email: 'owner@globex.test', role: 'owner' }],
    },
  ],
  clients: [
    {
      id: 'demo-web',
      name: 'Demo Web',
      type: 'CONFIDENTIAL',
      firstParty: true,
      application: 'CRM',
      secret: 'demo-web-secret-change-me-0123456789abcdef',
      ...redirects,
    },
    { id: 'demo-spa', name: 'Demo SPA', type: 'SPA', firstParty: true, application: 'CRM', ...redirects },
    {
      id: 'demo-partner',
      name: 'Demo Partner',
      type: 'CONFIDENTIAL',
      secret: 'demo-partner-secret-change-me-0123456789ab',
      ...redirects,
    },
    {
      id: 'demo-machine',
      name: 'Demo Machine',
      type: 'MACHINE',
      tenant: 'acme',
      secret: 'demo-machine-secret-change-me-0123456789ab',
      scopes: [...machine],
    },
    {
      id: 'platform-machine',
      name: 'Platform Machine',
      type: 'MACHINE',
      secret: 'platform-machine-secret-change-me-01234567',
      scopes: [...machine, 'events:write', 'platform:read', 'platform:write'],
    },
  ],
  // The MCP server of examples/mcp-server. Agents that nobody has registered may ask for it.
  apis: [
    {
      identifier: 'http://localhost:8090/mcp',
      name: 'CRM tools',
      open: true,
      scopes: [
        { name: 'contacts:read', description: 'Read the contacts and reports of your organization' },
        { name: 'contacts:write', description: 'Add contacts to your organization' },
      ],
    },
  ],
  subscriptions: [
    { tenant: 'acme', application: 'CRM', licenseType: 'pro', quantity: 5, seats: ['member@acme.test'] },
    { tenant: 'acme', application: 'CRM', licenseType: 'basic', quantity: 2 },
    { tenant: 'acme', application: 'Desk', licenseType: 'standard', quantity: 3 },
    { tenant: 'globex', application: 'CRM', licenseType: 'basic', quantity: 2 },
  ],
} satisfies SeedData;
