import { passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkFeature, checkLicense, findLicenseType } from '../../src/check/check-license.js';
import { licenseClaims } from '../../src/check/license-claims.js';
import { createSeatUses } from '../../src/seat-use/seat-uses.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listLicensedUsers } from '../../src/seats/list-licensed-users.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import {
  addLicensedTenant,
  addMember,
  type LicensedTenant,
  openTestServices,
  suspend,
  type TestServices,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const hour = 60 * 60 * 1000;

async function licensedUser() {
  const tenant = await addLicensedTenant(services.db, 2);
  const userId = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId });
  return { ...tenant, userId };
}

async function lastUse(scene: LicensedTenant & { userId: string }) {
  await services.uses.flush();
  for await (const page of await listLicensedUsers(services, scene))
    for (const user of page) if (user.userId === scene.userId) return user.lastUsedAt;
  return undefined;
}

async function claimsFor({ applicationId, tenantId, userId }: Awaited<ReturnType<typeof licensedUser>>) {
  const id = crypto.randomUUID();
  await services.db.client.create({ data: { id, name: 'App', type: 'SPA', applicationId, licenseClaims: true } });
  const subject = {
    kind: 'user',
    secondFactor: false,
    userId,
    tenantId,
    clientFields: { licenseClaims: true },
    clientId: id,
  } as const;
  return licenseClaims(services).of(subject);
}

for (const [title, use] of [
  ['check', (scene) => checkLicense(services, scene)],
  ['feature', (scene) => checkFeature(services, { ...scene, featureKey: 'reports' })],
  ['feature that is not included', (scene) => checkFeature(services, { ...scene, featureKey: 'other' })],
  ['type', (scene) => findLicenseType(services, scene)],
  ['token with license claims', claimsFor],
] as [string, (scene: Awaited<ReturnType<typeof licensedUser>>) => Promise<unknown>][]) {
  test(`a ${title} is a use of the seat`, async (t) => {
    const scene = await licensedUser();
    t.is(await lastUse(scene), null);
    await use(scene);
    const used = await lastUse(scene);
    t.true(Math.abs((used?.getTime() ?? 0) - Date.now()) < 60_000);
  });
}

test('a use is written once an hour, and takes back the mail that the seat is about to be reclaimed', async (t) => {
  const scene = await licensedUser();
  const { tenantId } = scene;
  await checkLicense(services, scene);
  const first = await lastUse(scene);
  await passTime(services.db, { tenantId, milliseconds: hour - 60_000 });
  await services.db.seat.updateMany({ where: { tenantId }, data: { reclaimMailAt: new Date() } });
  await checkLicense(services, scene);
  t.is((await lastUse(scene))?.getTime(), (first?.getTime() ?? 0) - hour + 60_000);
  await passTime(services.db, { tenantId, milliseconds: 120_000 });
  await checkLicense(services, scene);
  t.true(((await lastUse(scene))?.getTime() ?? 0) > Date.now() - 10_000);
  t.is((await services.db.seat.findFirst({ where: { tenantId } }))?.reclaimMailAt, null);
});

test('a check of somebody without a license, or of a suspended one, is no use', async (t) => {
  const scene = await licensedUser();
  const { subscriptionId: id, tenantId, userId } = scene;
  await services.db.subscription.update({ where: { id }, data: { status: 'SUSPENDED' } });
  await checkLicense(services, scene);
  await services.db.subscription.update({ where: { id }, data: { status: 'ACTIVE' } });
  t.is(await lastUse(scene), null);
  await suspend(services, tenantId, userId);
  t.is((await checkLicense(services, scene)).reason, 'MEMBER_SUSPENDED');
  await services.uses.flush();
});

test('a check of somebody whose account is disabled is no use', async (t) => {
  const scene = await licensedUser();
  const where = { id: scene.userId };
  await services.db.user.update({ where, data: { disabledAt: new Date() } });
  t.is((await checkLicense(services, scene)).reason, 'ACCOUNT_DISABLED');
  await findLicenseType(services, scene);
  await checkFeature(services, { ...scene, featureKey: 'reports' });
  t.like(await claimsFor(scene), { license: null });
  await services.db.user.update({ where, data: { disabledAt: null } });
  t.is(await lastUse(scene), null);
  await checkLicense(services, scene);
  t.not(await lastUse(scene), null);
});

test('a write of uses passes over a seat that is being changed, and nobody waits', async (t) => {
  const [scene, other] = [await licensedUser(), await licensedUser()];
  const client = await services.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM identity.seats WHERE user_id = $1', [scene.userId]);
    await checkLicense(services, scene);
    await checkLicense(services, other);
    await services.uses.flush();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  t.is(await lastUse(scene), null);
  t.not(await lastUse(other), null);
  await checkLicense(services, scene);
  t.not(await lastUse(scene), null);
  await checkLicense(services, scene);
  await revokeSeat(services, scene);
});

test('what waits to be written is bounded, and a failure is logged and loses only these uses', async (t) => {
  const uses = createSeatUses();
  const warnings: unknown[] = [];
  const written: number[] = [];
  let isBroken = false;
  const pool = {
    query: ({ values }: { values: unknown[][] }) => {
      written.push(values[0]?.length ?? 0);
      return isBroken ? Promise.reject(new Error('no database')) : Promise.resolve({ rows: [], rowCount: 0 });
    },
  };
  // The part of the services that a write uses.
  const stub = { pool, logger: { ...services.logger, warn: (...line: unknown[]) => void warnings.push(line) } };
  const note = () => uses.note(stub as never, crypto.randomUUID());
  for (let index = 0; index < 10_500; index += 1) note();
  await uses.flush();
  t.deepEqual(
    written,
    Array.from({ length: 10 }, () => 1_000),
  );
  await uses.flush();
  t.deepEqual([written.length, warnings.length], [10, 0]);
  isBroken = true;
  note();
  await uses.flush();
  await uses.flush();
  t.deepEqual([written.length, warnings.length], [11, 1]);
});
