// How long a first run of a directory takes: users one by one, then groups with members, then a run that changes nothing.
// Usage: node bench/scim-sync.mjs [users] [groups], after a build. The server, PostgreSQL and the directory share the machine.
import { withTestDatabases } from '../scripts/test/with-test-databases.mjs';

const [users, groups] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 500)];
const atOnce = 8;
const membersOfGroup = 100;

async function inParallel(count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function measure(title, count, work) {
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  console.log(`${title}: ${count} in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} per second`);
  return result;
}

await withTestDatabases(async (environment) => {
  Object.assign(process.env, environment);
  const support = await import('../examples/server/dist/test/support/scim.js');
  const server = await support.startScimServer();
  try {
    await run(server, support);
  } finally {
    await server.stop();
  }
});

async function run(server, { directoryScene, freshEmail, groupSchema, userSchema }) {
  const { call } = await directoryScene(server);
  const ids = [];
  const bodies = Array.from({ length: users }, (_, index) => ({
    schemas: [userSchema],
    userName: freshEmail(),
    externalId: `e-${index}`,
    active: true,
    name: { givenName: 'Ann', familyName: `Lee ${index}` },
  }));
  const send = async (method, path, body, expected) => {
    const response = await call(method, path, body);
    if (response.status !== expected)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  await measure('users created', users, () =>
    inParallel(users, async (index) => {
      ids[index] = (await send('POST', '/Users', bodies[index], 201)).id;
    }),
  );
  await measure(`groups of ${membersOfGroup} created`, groups, () =>
    inParallel(groups, (index) => {
      const members = Array.from({ length: membersOfGroup }, (_, n) => ({ value: ids[(index * 37 + n) % users] }));
      return send('POST', '/Groups', { schemas: [groupSchema], displayName: `Group ${index}`, members }, 201);
    }),
  );
  const everybody = ids.slice(0, 10_000).map((value) => ({ value }));
  const body = { schemas: [groupSchema], displayName: 'Everybody', members: everybody };
  await measure('one group with everybody', everybody.length, () => send('POST', '/Groups', body, 201));
  await measure('users replaced by the same', users, () =>
    inParallel(users, (index) => send('PUT', `/Users/${ids[index]}`, bodies[index], 200)),
  );
  await measure('users found by name', users, () =>
    inParallel(users, (index) => {
      const filter = encodeURIComponent(`userName eq "${bodies[index].userName}"`);
      return send('GET', `/Users?filter=${filter}`, undefined, 200);
    }),
  );
}
