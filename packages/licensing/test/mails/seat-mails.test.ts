import { Prisma } from '@org/identity-prisma';
import { type RecordedStatement, recordStatements, touchesRows } from '@org/identity-testing';
import test from 'ava';
import { changeSeats } from '../../src/seat-changes/change-seats.js';
import { takeSeats } from '../../src/seat-changes/take-seats.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import { addLicensedTenant, type LicensedTenant } from '../support/licensed-tenant.js';
import { type MailingServices, openMailingServices } from '../support/mailing-services.js';

let services: MailingServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openMailingServices();
  statements = recordStatements(services);
});
test.after.always(() => services?.close());
// All tests are serial: they share the list of statements.

/** How long each change of seats took, in milliseconds. */
const spent: number[] = [];

/** Puts new members on the waiting list, every second one with a German locale. */
async function addWaiters(tenant: LicensedTenant, count: number): Promise<void> {
  await services.pool.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email, locale)
       SELECT gen_random_uuid(), n || '@' || $1, n || '@' || $1, CASE n % 2 WHEN 0 THEN 'de-AT' END
       FROM generate_series(1, $5::int) n RETURNING id
     ), members AS (
       INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $2, id FROM people
       RETURNING user_id
     )
     INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
     SELECT gen_random_uuid(), $2, user_id, $3, $4, 'WAITING', nextval('identity.license_waiting_numbers') FROM members`,
    [`${tenant.tenantId}.test`, tenant.tenantId, tenant.applicationId, tenant.licenseTypeId, count],
  );
}

/** How many statements it takes to hand out seats to that many waiters, and to take them away again. */
async function statementsFor(count: number): Promise<{ given: number; taken: number; tenant: LicensedTenant }> {
  const tenant = await addLicensedTenant(services.db, 1);
  await addWaiters(tenant, count);
  const during = async (action: () => Promise<unknown>) => {
    statements.length = 0;
    const started = performance.now();
    await action();
    spent.push(Math.round(performance.now() - started));
    return statements.filter(touchesRows).length;
  };
  const given = await during(() => updateSubscription(services, { ...tenant, changes: { quantity: count } }));
  const { tenantId, licenseTypeId, principal } = tenant;
  const scope = { tenantId, licenseTypeIds: [licenseTypeId] };
  const where = Prisma.sql`tenant_id = ${tenantId}::uuid`;
  const actor = { kind: 'machine', id: principal.clientId } as const;
  const taken = await during(() =>
    changeSeats(services, scope, (tx) => takeSeats(tx, services, { where, actor, cause: 'revoked' })),
  );
  return { given, taken, tenant };
}

test.serial('900 seats need as many statements as 10, with a mail for each', async (t) => {
  const few = await statementsFor(10);
  await services.writeMails();
  services.queued.length = 0;
  const many = await statementsFor(900);
  t.log(`900 seats with mails: given in ${spent[2]} ms, taken in ${spent[3]} ms`);
  t.deepEqual([many.given, many.taken], [few.given, few.taken]);
  await services.writeMails();
  const count = (kind: string, subject: RegExp) =>
    services.queued.filter((mail) => mail.kind === kind && subject.test(mail.subject)).length;
  t.deepEqual(
    [
      count('license-granted', /^You have a license/u),
      count('license-granted', /^Sie haben eine Lizenz/u),
      count('license-removed', /was removed$/u),
      count('license-removed', /wurde entzogen$/u),
    ],
    [450, 450, 450, 450],
  );
  t.is(new Set(services.queued.map(({ to }) => to)).size, 900);
});

test.serial('a tenant that does not want the mails has none', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  await addWaiters(tenant, 5);
  const { tenantId } = tenant;
  await services.db.licenseMailSettings.create({ data: { tenantId, muted: ['granted'] } });
  services.queued.length = 0;
  await updateSubscription(services, { ...tenant, changes: { quantity: 5 } });
  await services.writeMails();
  t.is(await services.db.seat.count({ where: { tenantId } }), 5);
  t.deepEqual(services.queued, []);
});
