import test from 'ava';
import { recordRequests } from '../support/counted-requests.js';
import { directoryScene, groupSchema, startScimServer, type TestServer, userSchema } from '../support/scim.js';

// Before the server opens its connections.
const recorder = recordRequests();
let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(async () => {
  recorder.stop();
  await server?.stop();
});

/** How many statements a request makes. */
async function statementsOf(action: () => Promise<unknown>): Promise<number | undefined> {
  const { requests } = await recorder.during(action);
  return requests[0]?.statements.length;
}

test('the requests of a directory make as many statements as the docs say', async (t) => {
  const { tenant, ownEmail, addUser, call, patch } = await directoryScene(server);
  const { db } = server.identity;
  const { id: applicationId, licenseTypes } = await db.application.findFirstOrThrow({
    include: { licenseTypes: true },
  });
  const license = { tenantId: tenant.id, applicationId, licenseTypeId: licenseTypes[0]?.id ?? '' };
  await db.subscription.create({ data: { ...license, quantityPurchased: 3 } });
  await db.licenseRule.create({ data: license });
  // The first requests also look up what later ones share.
  await addUser({ externalId: 'first' });
  const email = ownEmail();
  const body = { schemas: [userSchema], userName: email, externalId: 'second', active: true };
  let id = '';
  const created = await statementsOf(async () => {
    id = String((await call('POST', '/Users', body)).body['id']);
  });
  await addUser();
  const filter = (userName: string) => `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`;
  const members = [{ value: id }];
  const counts = {
    created,
    waiting: await statementsOf(() => addUser()),
    unchanged: await statementsOf(() => call('PUT', `/Users/${id}`, body)),
    found: await statementsOf(() => call('GET', filter(email))),
    missing: await statementsOf(() => call('GET', filter(ownEmail()))),
    group: await statementsOf(() => call('POST', '/Groups', { schemas: [groupSchema], displayName: 'A', members })),
    suspended: await statementsOf(() => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })),
  };
  t.deepEqual(counts, {
    created: 27,
    waiting: 26,
    unchanged: 12,
    found: 5,
    missing: 3,
    group: 24,
    suspended: 34,
  });
});
