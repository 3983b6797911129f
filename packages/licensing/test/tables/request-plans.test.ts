import { fillTables } from '@org/identity-dev-postgres';
import type { LicenseRequestStatus } from '@org/identity-prisma';
import { type RecordedStatement, recordStatements, touchesRows } from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { listOwnLicenses } from '../../src/own-licenses/list-own-licenses.js';
import { approveRequest } from '../../src/requests/approve-request.js';
import { declineRequest } from '../../src/requests/decline-request.js';
import { listRequests } from '../../src/requests/list-requests.js';
import { requestLicense } from '../../src/requests/request-license.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { addLicensedTenant, addMember, type LicensedTenant, userOf } from '../support/licensed-tenant.js';
import { type MailingServices, openMailingServices } from '../support/mailing-services.js';
import { cutBy, wholeReads } from '../support/query-plan.js';

const waiting = 10_000;
const decided = 40_000;
const pending = 2_000;

let services: MailingServices;
let statements: RecordedStatement[];
let tenant: LicensedTenant;
let owner: string;
let holder: string;

test.before(async () => {
  services = await openMailingServices();
  statements = recordStatements(services);
  tenant = await addLicensedTenant(services.db, 1);
  owner = await addMember(services.db, tenant.tenantId);
  holder = await addMember(services.db, tenant.tenantId);
  const { tenantId, applicationId, subscriptionId } = tenant;
  await services.db.seat.create({ data: { tenantId, applicationId, subscriptionId, userId: holder } });
  // Requests of other tenants as well, so that an index is worth it.
  const other = await addLicensedTenant(services.db, 1);
  const client = await services.pool.connect();
  try {
    const people = (tenantOf: LicensedTenant, prefix: string, count: number) => [
      `INSERT INTO identity.users (id, email, normalized_email)
       SELECT md5('${prefix}' || n)::uuid, '${prefix}' || n || '@people.test', '${prefix}' || n || '@people.test'
       FROM generate_series(1, ${count}) n`,
      `INSERT INTO identity.memberships (id, tenant_id, user_id)
       SELECT md5('m${prefix}' || n)::uuid, '${tenantOf.tenantId}', md5('${prefix}' || n)::uuid
       FROM generate_series(1, ${count}) n`,
    ];
    const requests = (of: LicensedTenant, prefix: string, status: LicenseRequestStatus, from: number, to: number) =>
      `INSERT INTO identity.license_requests
         (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number, decided_at)
       SELECT md5('r${prefix}${status}' || n)::uuid, '${of.tenantId}', md5('${prefix}' || n)::uuid, '${of.applicationId}',
         '${of.licenseTypeId}', '${status}',
         ${status === 'WAITING' ? `nextval('identity.license_waiting_numbers')` : 'NULL'},
         ${status === 'GRANTED' || status === 'DECLINED' ? 'now()' : 'NULL'}
       FROM generate_series(${from}, ${to}) n`;
    await fillTables(client, [
      ...people(tenant, 'a', waiting + pending),
      ...people(other, 'b', 80_000),
      requests(tenant, 'a', 'WAITING', 1, waiting),
      requests(tenant, 'a', 'PENDING', waiting + 1, waiting + pending),
      requests(tenant, 'a', 'DECLINED', 1, waiting),
      ...[1, 2, 3].map((round) =>
        requests(tenant, 'a', 'GRANTED', 1, waiting).replaceAll("md5('ra", `md5('r${round}a`),
      ),
      requests(other, 'b', 'WAITING', 1, 80_000),
    ]);
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
});
test.after.always(() => services?.close());
// All tests are serial: they share the list of statements.

async function assertPlans(t: ExecutionContext, expected: number, action: () => Promise<unknown>): Promise<void> {
  statements.length = 0;
  const started = performance.now();
  await action();
  t.log(`${t.title}: ${Math.round(performance.now() - started)} ms`);
  const ran = statements.filter(touchesRows);
  t.is(ran.length, expected, ran.map(({ text }) => text.slice(0, 120)).join('\n'));
  for (const statement of ran) t.deepEqual(await wholeReads(services, statement, tables), []);
}

// There are one or two tenants, subscriptions and seats in this database.
const tables = new Set(['license_requests', 'memberships', 'users']);

for (const status of ['WAITING', 'PENDING', 'GRANTED', undefined] as const) {
  test.serial(`a page of ${status ?? 'all'} requests of ${waiting + decided + pending} is cheap`, async (t) => {
    const principal = userOf(tenant.tenantId, owner, { superAdmin: true });
    for (const applicationId of [undefined, tenant.applicationId]) {
      const input = { tenantId: tenant.tenantId, principal, status, applicationId, page: 2, limit: 100 };
      // The right, what is due, the page, its rows with their positions, the number of all.
      await assertPlans(t, 6, async () => {
        const { requests } = await listRequests(services, input);
        t.is(requests.length, 100);
        if (status === 'WAITING') t.deepEqual([requests[0]?.position, requests[99]?.position], [101, 200]);
      });
      const page = statements.find(({ text }) => /OFFSET/u.test(text));
      if (page) t.false((await cutBy(services, page)).includes('Sort') && status !== undefined, page.text);
    }
  });
}

test.serial('asking, waiting at the end of a long list, and leaving it', async (t) => {
  const { tenantId, applicationId } = tenant;
  const principal = userOf(tenantId, owner, { superAdmin: true });
  const userId = await addMember(services.db, tenantId);
  let requestId = '';
  await assertPlans(t, 11, async () => {
    requestId = (await requestLicense(services, { tenantId, userId, applicationId })).id;
  });
  await assertPlans(t, 18, async () => {
    const { position } = await approveRequest(services, { tenantId, principal, requestId });
    t.is(position, waiting + 1);
  });
  await assertPlans(t, 5, async () => {
    const { requests } = await listOwnLicenses(services, userId);
    t.is(requests[0]?.position, waiting + 1);
  });
  await assertPlans(t, 12, () => declineRequest(services, { tenantId, principal, requestId }));
});

test.serial(
  'a revoked seat goes to the first of a long waiting list, and a grant looks up the open request',
  async (t) => {
    const { tenantId } = tenant;
    await assertPlans(t, 13, () => revokeSeat(services, { ...tenant, userId: holder }));
    const [seat] = await services.db.seat.findMany({ where: { tenantId } });
    t.not(seat?.userId, holder);
    await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { quantityPurchased: 2 } });
    await assertPlans(t, 1, () => grantSeat(services, { ...tenant, userId: holder }));
  },
);
