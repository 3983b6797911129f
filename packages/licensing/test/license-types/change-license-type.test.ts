import { randomUUID } from 'node:crypto';
import type { MachinePrincipal } from '@org/identity-core';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { deleteLicenseType } from '../../src/license-types/delete-license-type.js';
import { updateLicenseType } from '../../src/license-types/update-license-type.js';
import { createRule } from '../../src/rules/create-rule.js';
import { createSubscription } from '../../src/subscriptions/create-subscription.js';
import {
  addLicensedTenant,
  addMember,
  addSubscription,
  openTestServices,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const principal: MachinePrincipal = {
  kind: 'machine',
  tenantId: null,
  clientId: 'platform',
  applicationId: null,
  scopes: [],
};
const change = (licenseTypeId: string, changes: Parameters<typeof updateLicenseType>[1]['changes']) =>
  updateLicenseType(services, { principal, licenseTypeId, changes });
const remove = (licenseTypeId: string) => deleteLicenseType(services, { principal, licenseTypeId });
const eventsAbout = (subjectId: string, type: string) =>
  services.db.event.findMany({ where: { subjectId, type }, orderBy: { id: 'asc' } });

/** A license type that nothing uses. */
async function unusedType() {
  const { id: applicationId } = await services.db.application.create({ data: { name: randomUUID() } });
  const { id } = await services.db.licenseType.create({ data: { applicationId, slug: 'only', name: 'Only' } });
  return { applicationId, licenseTypeId: id };
}

async function newTenant(name: string): Promise<string> {
  return (await services.db.tenant.create({ data: { slug: `t-${randomUUID()}`, name } })).id;
}

test('the next check sees new features and limits', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1, ['reports', 'api']);
  const { tenantId, applicationId, subscriptionId, licenseTypeId } = tenant;
  const userId = await addMember(services.db, tenantId);
  await services.db.seat.create({ data: { tenantId, applicationId, subscriptionId, userId } });
  const changed = await change(licenseTypeId, { name: 'Gold', features: ['api', 'export'], limits: { contacts: 5 } });
  t.like(changed, { id: licenseTypeId, slug: 'pro', name: 'Gold', features: ['api', 'export'] });
  t.like(await checkLicense(services, { ...tenant, userId }), {
    licenseTypeName: 'Gold',
    features: ['api', 'export'],
    limits: { contacts: 5 },
  });
});

test('a change is one event of the platform, and one of each tenant that owns the type', async (t) => {
  const first = await addLicensedTenant(services.db, 1);
  const { applicationId, licenseTypeId } = first;
  const [second, other] = [await newTenant('Second'), await newTenant('Other')];
  // Two subscriptions of one tenant are one event; a subscription of another type is none.
  for (const tenantId of [second, second])
    await addSubscription(services.db, { tenantId, applicationId, licenseTypeId }, 1);
  const type = await services.db.licenseType.create({ data: { applicationId, slug: 'basic', name: 'Basic' } });
  await addSubscription(services.db, { tenantId: other, applicationId, licenseTypeId: type.id }, 1);
  await change(licenseTypeId, { features: ['export'] });
  const events = await eventsAbout(licenseTypeId, 'license_type.updated');
  t.deepEqual(new Set(events.map(({ tenantId }) => tenantId)), new Set([null, first.tenantId, second]));
  t.is(events.length, 3);
  for (const { data } of events) t.deepEqual(data, { applicationId, slug: 'pro', name: 'Pro', changed: ['features'] });
});

test('what is the same already is no change and no event', async (t) => {
  const { licenseTypeId } = await addLicensedTenant(services.db, 1, ['a', 'b']);
  const before = await services.db.licenseType.findUniqueOrThrow({ where: { id: licenseTypeId } });
  await change(licenseTypeId, { name: 'Pro', features: ['b', 'a'], limits: {} });
  t.deepEqual(await services.db.licenseType.findUniqueOrThrow({ where: { id: licenseTypeId } }), before);
  t.deepEqual(await eventsAbout(licenseTypeId, 'license_type.updated'), []);
  for (const unknown of [randomUUID(), 'nothing'])
    await t.throwsAsync(change(unknown, { name: 'New' }), { code: 'NOT_FOUND' });
});

test('a license type that nothing uses is deleted, with an event', async (t) => {
  const { licenseTypeId, applicationId } = await unusedType();
  t.like(await remove(licenseTypeId), { success: true });
  t.is(await services.db.licenseType.count({ where: { id: licenseTypeId } }), 0);
  const [event] = await eventsAbout(licenseTypeId, 'license_type.deleted');
  t.like(event, { tenantId: null, data: { applicationId, slug: 'only', name: 'Only' } });
  for (const unknown of [licenseTypeId, 'nothing']) await t.throwsAsync(remove(unknown), { code: 'NOT_FOUND' });
});

test('subscriptions of any status, rules and open requests keep it, and the error names their tenants', async (t) => {
  const type = await unusedType();
  for (const name of ['Beta', 'Alpha', 'Delta', 'Gamma', 'Epsilon', 'Zeta'])
    await addSubscription(services.db, { tenantId: await newTenant(name), ...type }, 1);
  await services.db.subscription.updateMany({
    where: { licenseTypeId: type.licenseTypeId },
    data: { status: 'CANCELED' },
  });
  const ruling = await newTenant('Ruling');
  await services.db.licenseRule.create({ data: { tenantId: ruling, ...type } });
  const asking = await newTenant('Asking');
  const userId = await addMember(services.db, asking);
  const request = await services.db.licenseRequest.create({ data: { tenantId: asking, userId, ...type } });
  const error = await t.throwsAsync<Error & { code: string; details: unknown }>(remove(type.licenseTypeId));
  t.is(error.code, 'IN_USE');
  t.deepEqual(error.details, [
    { path: 'subscriptions', message: 'Alpha' },
    { path: 'subscriptions', message: 'Beta' },
    { path: 'subscriptions', message: 'Delta' },
    { path: 'subscriptions', message: 'Epsilon' },
    { path: 'subscriptions', message: '2 more' },
    { path: 'rules', message: 'Ruling' },
    { path: 'requests', message: 'Asking' },
  ]);
  await services.db.subscription.deleteMany({ where: { licenseTypeId: type.licenseTypeId } });
  await services.db.licenseRule.deleteMany({ where: { tenantId: ruling } });
  await services.db.licenseRequest.update({
    where: { id: request.id },
    data: { status: 'DECLINED', decidedAt: new Date() },
  });
  t.like(await remove(type.licenseTypeId), { success: true });
});

test('a tenant that is being deleted keeps it as well, without a name', async (t) => {
  const type = await unusedType();
  const tenantId = await newTenant('Closing');
  await addSubscription(services.db, { tenantId, ...type }, 1);
  await services.db.tenant.update({ where: { id: tenantId }, data: { closingAt: new Date() } });
  await t.throwsAsync(remove(type.licenseTypeId), {
    code: 'IN_USE',
    message: /in use/u,
  });
});

test('of a deletion and a new subscription or rule at the same moment, exactly one succeeds', async (t) => {
  const tenantId = await newTenant('Busy');
  const member = await addMember(services.db, tenantId);
  await services.db.membership.updateMany({ where: { userId: member }, data: { role: 'owner' } });
  const owner = userOf(tenantId, member, { role: 'owner' });
  for (let round = 0; round < 20; round += 1) {
    const type = await unusedType();
    const add =
      round % 2 === 0
        ? createSubscription(services, { tenantId, principal, ...type, quantity: 1 })
        : createRule(services, { tenantId, principal: owner, ...type });
    const [added, removed] = await Promise.allSettled([add, remove(type.licenseTypeId)]);
    const codes = [added, removed].flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    t.is(codes.length, 1, `round ${round}: ${codes}`);
    t.is(codes[0], added.status === 'rejected' ? 'INVALID_LICENSE_TYPE' : 'IN_USE');
    await services.db.licenseRule.deleteMany({ where: { tenantId } });
  }
});
