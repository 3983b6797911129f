import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { LicenseTypeSeed, seedLicenseTypes, seedSubscription } from '../../src/index.js';

let database: OpenDatabase;
test.before(async () => {
  const { url, drop } = await createTestDatabase();
  const opened = openDatabase({ databaseUrl: url });
  database = {
    ...opened,
    async close() {
      await opened.close();
      await drop();
    },
  };
});
test.after.always(() => database?.close());

const seedTypes = (applicationId: string, types: LicenseTypeSeed[]) =>
  database.db.$transaction((tx) =>
    seedLicenseTypes(
      tx,
      applicationId,
      types.map((type) => LicenseTypeSeed.parse(type)),
    ),
  );
const subscribe = (input: Parameters<typeof seedSubscription>[1]) =>
  database.db.$transaction((tx) => seedSubscription(tx, input));

/** An application with a license type, and a tenant with two members. */
async function arrange(name: string) {
  const { db } = database;
  const application = await db.application.create({ data: { name } });
  const tenant = await db.tenant.create({ data: { slug: name, name } });
  const userIds: string[] = [];
  for (const nth of ['first', 'second']) {
    const email = `${nth}@${name}.test`;
    const user = await db.user.create({
      data: { email, normalizedEmail: email, memberships: { create: { tenantId: tenant.id } } },
    });
    userIds.push(user.id);
  }
  const types = await seedTypes(application.id, [{ slug: 'pro', name: 'Pro', features: ['reports'] }]);
  return { tenantId: tenant.id, applicationId: application.id, licenseTypeId: types.get('pro') ?? '', userIds };
}

test('a license type keeps its id and gets the name and features of the seed', async (t) => {
  const { applicationId, licenseTypeId } = await arrange('renamed');
  const ids = await seedTypes(applicationId, [{ slug: 'pro', name: 'Professional', features: ['reports', 'api'] }]);
  t.is(ids.get('pro'), licenseTypeId);
  const type = await database.db.licenseType.findUniqueOrThrow({ where: { id: licenseTypeId } });
  t.deepEqual([type.name, type.features], ['Professional', ['reports', 'api']]);
});

test('two applications may have license types of one slug', async (t) => {
  const one = await arrange('slug-one');
  const two = await arrange('slug-two');
  t.not(one.licenseTypeId, two.licenseTypeId);
});

test('a subscription is added with its seats', async (t) => {
  const { userIds, ...keys } = await arrange('seated');
  await subscribe({ ...keys, quantity: 2, userIds });
  const seats = await database.db.seat.findMany({ where: { tenantId: keys.tenantId } });
  t.deepEqual(seats.map(({ userId }) => userId).sort(), [...userIds].sort());
});

test('a subscription that exists stays as it is', async (t) => {
  const { userIds, ...keys } = await arrange('kept');
  await subscribe({ ...keys, quantity: 1, userIds: userIds.slice(0, 1) });
  await subscribe({ ...keys, quantity: 50, userIds });
  const subscriptions = await database.db.subscription.findMany({
    where: { tenantId: keys.tenantId },
    include: { seats: true },
  });
  t.deepEqual(
    subscriptions.map(({ quantityPurchased, seats }) => [quantityPurchased, seats.length]),
    [[1, 1]],
  );
});

test('more seats than are owned are refused, and nothing is written', async (t) => {
  const { userIds, ...keys } = await arrange('crowded');
  await t.throwsAsync(subscribe({ ...keys, quantity: 1, userIds }));
  t.is(await database.db.subscription.count({ where: { tenantId: keys.tenantId } }), 0);
});

test('a seat for somebody who is no member is refused, and nothing is written', async (t) => {
  const { userIds: _members, ...keys } = await arrange('strangers');
  const { userIds } = await arrange('strangers-home');
  await t.throwsAsync(subscribe({ ...keys, quantity: 5, userIds }));
  t.is(await database.db.subscription.count({ where: { tenantId: keys.tenantId } }), 0);
});
