const perTenant = 10;
const uuid = (kind, number) => `019b0000-0000-7000-8${kind}00-${String(number).padStart(12, '0')}`;
const sqlUuid = (kind, number = 'i') => `('019b0000-0000-7000-8${kind}00-' || lpad((${number})::text, 12, '0'))::uuid`;

/** The ids of the people in a filled database, for its SQL: `i` is the number of the person or the tenant. */
export const sqlNames = (people) => ({
  perTenant,
  people: `generate_series(1, ${people}) i`,
  tenants: `generate_series(1, ${people / perTenant}) i`,
  id: sqlUuid,
  person: sqlUuid(1),
  tenant: sqlUuid(2),
  tenantNumber: `1 + i % ${people / perTenant}`,
  tenantOfPerson: sqlUuid(2, `1 + i % ${people / perTenant}`),
});

/** So many people, spread over the whole database: neighbours would share database pages. */
export const spreadPeople = (count, people) =>
  spread(count, people).map((number) => {
    const tenant = 1 + (number % (people / perTenant));
    return {
      accountId: uuid(1, number),
      tenantId: uuid(2, tenant),
      tenantSlug: `tenant-${tenant}`,
      sessionUid: `session-${number}`,
      grantId: `grant-${number}`,
      tokenId: `token-${number}`,
    };
  });

/** So many machine clients, of tenants spread over the whole database. */
export const spreadMachines = (count, people) =>
  spread(count, people / perTenant).map((number) => ({ id: `machine-${number}`, secret: machineSecret(number) }));

/** The secret of a tenant's machine client. */
export const machineSecret = (number) => `machine-secret-0123456789-0123456789-${number}`;

const spread = (count, of) => Array.from({ length: count }, (_, index) => 1 + Math.floor((index * of) / count));
