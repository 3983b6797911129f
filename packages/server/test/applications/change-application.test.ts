import { randomUUID } from 'node:crypto';
import { createEventBus, type Database } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { deleteApplication } from '../../src/applications/delete-application.js';
import { updateApplication } from '../../src/applications/update-application.js';
import { createClient } from '../../src/clients/create-client.js';
import '../../src/declared-lists.js';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Database;
test.before(async () => {
  database = await openTestDatabase();
  db = database.db;
});
test.after.always(() => database?.close());

const actor = { kind: 'system', id: null } as const;
const services = () => ({ db, events: createEventBus() });
const remove = (applicationId: string) => deleteApplication(services(), { applicationId, actor });
const rename = (applicationId: string, name: string) =>
  updateApplication(services(), { applicationId, changes: { name }, actor });
const newApplication = () => db.application.create({ data: { name: `App ${randomUUID()}` } });
const eventsAbout = (subjectId: string) => db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

test('an application is renamed, with an event only if its name changes', async (t) => {
  const { id, name } = await newApplication();
  t.like(await rename(id, name), { id, name });
  t.deepEqual(await eventsAbout(id), []);
  const other = `App ${randomUUID()}`;
  t.like(await rename(id, other), { id, name: other });
  const [event, ...more] = await eventsAbout(id);
  t.like(event, { type: 'application.updated', tenantId: null, data: { changed: ['name'], name: other } });
  t.deepEqual(more, []);
});

test('a name of another application is refused, and an unknown id is not found', async (t) => {
  const [one, other] = [await newApplication(), await newApplication()];
  await t.throwsAsync(rename(one.id, other.name), { code: 'VALIDATION_FAILED' });
  t.is((await db.application.findUniqueOrThrow({ where: { id: one.id } })).name, one.name);
  for (const unknown of [randomUUID(), 'nothing']) {
    await t.throwsAsync(rename(unknown, 'New'), { code: 'NOT_FOUND' });
    await t.throwsAsync(remove(unknown), { code: 'NOT_FOUND' });
  }
});

test('of two renames to one name at the same moment, one succeeds', async (t) => {
  const [one, other] = [await newApplication(), await newApplication()];
  const name = `App ${randomUUID()}`;
  const results = await Promise.allSettled([rename(one.id, name), rename(other.id, name)]);
  const codes = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  t.deepEqual(codes, ['VALIDATION_FAILED']);
});

test('an application that nothing uses is deleted with its license types', async (t) => {
  const { id, name } = await newApplication();
  for (const slug of ['basic', 'pro']) await db.licenseType.create({ data: { applicationId: id, slug, name: slug } });
  t.like(await remove(id), { success: true });
  t.is(await db.licenseType.count({ where: { applicationId: id } }), 0);
  const [event] = await eventsAbout(id);
  t.like(event, { type: 'application.deleted', tenantId: null, data: { name, licenseTypes: 2 } });
});

test('clients, subscriptions and rules keep it, and the error names them', async (t) => {
  const { id } = await newApplication();
  const data = { applicationId: id, slug: 'pro', name: 'Pro' };
  const { id: licenseTypeId } = await db.licenseType.create({ data });
  const { id: tenantId } = await db.tenant.create({ data: { slug: `t-${randomUUID()}`, name: 'Acme' } });
  const license = { tenantId, applicationId: id, licenseTypeId };
  await db.subscription.create({ data: { ...license, quantityPurchased: 1, status: 'SUSPENDED' } });
  await db.licenseRule.create({ data: license });
  const clientId = `c-${randomUUID()}`;
  await db.client.create({ data: { id: clientId, name: 'Web', type: 'SPA', applicationId: id } });
  const error = await t.throwsAsync<Error & { code: string; details: unknown }>(remove(id));
  t.is(error.code, 'IN_USE');
  t.deepEqual(error.details, [
    { path: 'subscriptions', message: 'Acme' },
    { path: 'rules', message: 'Acme' },
    { path: 'clients', message: clientId },
  ]);
  t.is(await db.application.count({ where: { id } }), 1);
});

test('of a deletion and a new client at the same moment, exactly one succeeds', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const { id, name } = await newApplication();
    const client = {
      id: `c-${randomUUID()}`,
      name: 'Robot',
      type: 'MACHINE' as const,
      scopes: ['licenses:read' as const],
      dpopBound: false,
      secret: 'x'.repeat(43),
      tokenExchange: false,
      application: name,
    };
    const [added, removed] = await Promise.allSettled([createClient(services(), { client, actor }), remove(id)]);
    const codes = [added, removed].flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    t.is(codes.length, 1, `round ${round}: ${codes}`);
    t.is(codes[0], added.status === 'rejected' ? 'VALIDATION_FAILED' : 'IN_USE');
  }
});
