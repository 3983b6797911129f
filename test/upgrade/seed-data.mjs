/** The data of the test: one tenant whose users sign in, and one application with seats. */
export const password = 'upgrade-Passphrase-42';
export const callback = 'http://127.0.0.1:8765/callback';
export const tenantId = '019a0000-0000-7000-8000-0000000000c1';
export const applicationId = '019a0000-0000-7000-8000-0000000000a1';
export const licenseTypeId = '019a0000-0000-7000-8000-0000000000b1';
export const web = { id: 'web', secret: 'web-secret-0123456789-0123456789-0123456789' };
export const machine = { id: 'machine', secret: 'machine-secret-0123456789-0123456789-0123456789' };

const emailsOf = (kind, count) => Array.from({ length: count }, (_, index) => `${kind}-${index}@upgrade.test`);
/** Users that sign in again and again, users whose sessions last for the whole test, and users that get and lose a seat. */
export const emails = {
  visitors: emailsOf('visitor', 2),
  keepers: emailsOf('keeper', 40),
  seated: emailsOf('seated', 2),
};

const owner = 'owner@upgrade.test';
const members = Object.values(emails).flat();

export const seedData = {
  applications: [
    {
      id: applicationId,
      name: 'CRM',
      licenseTypes: [{ id: licenseTypeId, slug: 'pro', name: 'Pro', features: ['reports'] }],
    },
  ],
  users: [owner, ...members].map((email) => ({ email, password, displayName: email.split('@')[0] })),
  tenants: [
    {
      id: tenantId,
      slug: 'upgrade',
      name: 'Upgrade',
      members: [{ email: owner, role: 'owner' }, ...members.map((email) => ({ email, role: 'member' }))],
    },
  ],
  clients: [
    { ...web, name: 'Web', type: 'CONFIDENTIAL', firstParty: true, application: 'CRM', redirectUris: [callback] },
    {
      ...machine,
      name: 'Machine',
      type: 'MACHINE',
      tenant: 'upgrade',
      scopes: ['licenses:read', 'licenses:write', 'tenants:read'],
    },
  ],
  subscriptions: [{ tenant: 'upgrade', application: 'CRM', licenseType: 'pro', quantity: 5 }],
};
