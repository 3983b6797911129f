import { application, comparisonSeed, machine, tenant, user } from './fixtures.mjs';

const members = 64;
export const other = { id: '019a0000-0000-7000-8000-00000000b002', slug: 'bench-other' };
const memberOf = (index) => ({
  id: `019a0000-0000-7000-8000-00000000d${String(index).padStart(3, '0')}`,
  email: `seat-${index}@people.test`,
  password: user.password,
});
/** The users whose seats are granted and revoked, followed by one who is suspended and reactivated. */
export const holders = Array.from({ length: members }, (_, index) => memberOf(index));
export const licenseTypeId = '019a0000-0000-7000-8000-00000000e001';
export const suspended = memberOf(members);

const owner = { email: user.email, role: 'owner' };
const everybody = [...holders, suspended];

/** The comparison's tenant with more members and seats, and another tenant of the same owner. */
export const seatTrafficSeed = {
  ...comparisonSeed,
  applications: comparisonSeed.applications.map((each) => ({
    ...each,
    licenseTypes: each.licenseTypes.map((type) => ({ id: licenseTypeId, ...type })),
  })),
  users: [...comparisonSeed.users, ...everybody],
  tenants: [
    {
      ...tenant,
      name: 'Bench',
      members: [owner, ...everybody.map(({ email }) => ({ email, role: 'member' }))],
    },
    { ...other, name: 'Other', members: [owner] },
  ],
  subscriptions: [
    {
      tenant: tenant.slug,
      application: application.name,
      licenseType: 'pro',
      quantity: 1_000,
      seats: [user.email],
    },
  ],
  clients: comparisonSeed.clients.map((client) =>
    client.id === machine.id ? { ...client, scopes: ['licenses:read', 'licenses:write'] } : client,
  ),
};
