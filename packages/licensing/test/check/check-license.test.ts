import test from 'ava';
import { checkFeature, checkLicense, findLicenseType } from '../../src/check/check-license.js';
import { licenseClaims } from '../../src/check/license-claims.js';
import { type Reason, reasons } from '../../src/check/license-state.js';
import { countLicensedUsers } from '../../src/seats/count-licensed-users.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listLicensedUsers } from '../../src/seats/list-licensed-users.js';
import {
  addLicensedTenant,
  addMember,
  type LicensedTenant,
  openTestServices,
  suspend,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const day = 24 * 60 * 60 * 1000;
const tomorrow = () => new Date(Date.now() + day);
const yesterday = () => new Date(Date.now() - day);
type Scene = LicensedTenant & { userId: string };
const update = ({ subscriptionId: id }: Scene, data: Parameters<typeof services.db.subscription.update>[0]['data']) =>
  services.db.subscription.update({ where: { id }, data });

/** What has to happen to a user with a license for each reason; the check is for the feature "reports". */
const causes: Record<Reason, (scene: Scene) => Promise<unknown>> = {
  NOT_A_MEMBER: ({ userId }) => services.db.membership.deleteMany({ where: { userId } }),
  ACCOUNT_DISABLED: ({ userId: id }) => services.db.user.update({ where: { id }, data: { disabledAt: new Date() } }),
  MEMBER_SUSPENDED: ({ tenantId, userId }) => suspend(services, tenantId, userId),
  WAITING: async (scene) => {
    await services.db.seat.deleteMany({ where: { userId: scene.userId } });
    await wait(services, scene, scene.userId);
  },
  NO_SEAT: ({ userId }) => services.db.seat.deleteMany({ where: { userId } }),
  SUBSCRIPTION_SUSPENDED: (scene) => update(scene, { status: 'SUSPENDED' }),
  SUBSCRIPTION_CANCELED: (scene) => update(scene, { status: 'CANCELED' }),
  SUBSCRIPTION_EXPIRED: (scene) => update(scene, { expiresAt: yesterday() }),
  SUBSCRIPTION_NOT_STARTED: (scene) => update(scene, { startsAt: tomorrow() }),
  FEATURE_NOT_INCLUDED: ({ licenseTypeId: id }) =>
    services.db.licenseType.update({ where: { id }, data: { features: ['other'] } }),
  LICENSED: () => Promise.resolve(),
};

async function licensedUser(): Promise<Scene> {
  const tenant = await addLicensedTenant(services.db, 2);
  const userId = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId });
  return { ...tenant, userId };
}

for (const reason of reasons) {
  test(`what makes a license ${reason} is answered so, and list and count agree with the check`, async (t) => {
    const scene = await licensedUser();
    await causes[reason](scene);
    const licensed = reason === 'LICENSED' || reason === 'FEATURE_NOT_INCLUDED';
    const check = await checkLicense(services, scene);
    t.is(check.reason, licensed ? 'LICENSED' : reason);
    t.is(check.hasLicense, licensed);
    const feature = await checkFeature(services, { ...scene, featureKey: 'reports' });
    t.deepEqual(feature, { hasFeature: reason === 'LICENSED', reason });
    t.is((await findLicenseType(services, scene)).licenseType, licensed ? 'pro' : null);
    t.is((await countLicensedUsers(services, scene)).count, licensed ? 1 : 0);
    const listed: string[] = [];
    for await (const page of await listLicensedUsers(services, scene)) listed.push(...page.map((row) => row.userId));
    t.deepEqual(listed, licensed ? [scene.userId] : []);
  });
}

test('of several reasons the first of the list is answered', async (t) => {
  const scene = await licensedUser();
  const feature = { ...scene, featureKey: 'reports' };
  // From the last to the first: each one takes precedence over those before it. Suspended and canceled exclude each other.
  const order = reasons.filter((reason) => !['LICENSED', 'SUBSCRIPTION_CANCELED'].includes(reason)).reverse();
  for (const reason of order) {
    await causes[reason](scene);
    t.is((await checkFeature(services, feature)).reason, reason);
  }
});

test('a stored EXPIRED and an end at this very moment are both the end of a license', async (t) => {
  const scene = await licensedUser();
  await update(scene, { status: 'EXPIRED' });
  t.is((await checkLicense(services, scene)).reason, 'SUBSCRIPTION_EXPIRED');
  await update(scene, { status: 'ACTIVE', expiresAt: new Date() });
  t.is((await checkLicense(services, scene)).reason, 'SUBSCRIPTION_EXPIRED');
  await update(scene, { expiresAt: null });
  t.is((await checkLicense(services, scene)).reason, 'LICENSED');
});

test('somebody who is only invited, and what is no id at all, is no member', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const invited = await addMember(services.db, tenant.tenantId, 'INVITED');
  for (const userId of [invited, 'nobody', tenant.tenantId]) {
    t.is((await checkLicense(services, { ...tenant, userId })).reason, 'NOT_A_MEMBER');
  }
});

test('another tenant’s license of the same application is none here', async (t) => {
  const scene = await licensedUser();
  const other = await addLicensedTenant(services.db, 1);
  await services.db.membership.create({ data: { tenantId: other.tenantId, userId: scene.userId } });
  t.is((await checkLicense(services, { ...scene, tenantId: other.tenantId })).reason, 'NO_SEAT');
});

test('a client without the option or without an application gets no license claims', async (t) => {
  const scene = await licensedUser();
  const { tenantId, userId, applicationId } = scene;
  const claims = licenseClaims(services);
  const client = (data: { applicationId?: string; licenseClaims: boolean }) =>
    services.db.client.create({ data: { id: crypto.randomUUID(), name: 'App', type: 'SPA', ...data } });
  const subject = {
    kind: 'user',
    secondFactor: false,
    userId,
    tenantId,
    clientFields: { licenseClaims: true },
  } as const;
  for (const { id } of [await client({ applicationId, licenseClaims: false }), await client({ licenseClaims: true })]) {
    t.deepEqual(await claims.of({ ...subject, clientId: id }), {});
  }
  const { id: clientId } = await client({ applicationId, licenseClaims: true });
  const ends: Date[] = [];
  const life = { endBy: (time: Date) => void ends.push(time) };
  t.deepEqual(await claims.of({ ...subject, clientId }, life), {
    license: 'pro',
    features: ['reports'],
    limits: {},
  });
  t.deepEqual(ends, []);
  t.deepEqual(await claims.of({ ...subject, clientId, clientFields: { licenseClaims: false } }), {});
  t.deepEqual(await claims.of({ ...subject, tenantId: null, clientId }), { license: null, features: [], limits: {} });
  t.deepEqual(await claims.of({ kind: 'machine', tenantId, tenantSlug: null, clientId, clientFields: {} }), {});
  const expiresAt = tomorrow();
  await update(scene, { expiresAt });
  await claims.of({ ...subject, clientId }, life);
  t.deepEqual(ends, [expiresAt]);
});
