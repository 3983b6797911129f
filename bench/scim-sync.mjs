// How long a first run of a directory takes: users one by one, then groups with members, then a run that changes nothing. The
// tenant has fewer seats than users, and a rule that gives everybody one. People sign in and applications get tokens beside it.
// Usage: node bench/scim-sync.mjs [users] [groups] [seats], after a build.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hashOneTimeSecret, newOneTimeSecret } from '../packages/core/dist/src/index.js';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { compareBeside, loadBeside } from './beside.mjs';
import { application, comparisonSeed, tenant, user } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { startContender } from './start-contender.mjs';

const [users, groups, seats] = [2, 3, 4].map((index, i) => Number(process.argv[index] ?? [10_000, 500, 9_000][i]));
// Entra ID and Okta send a few requests at a time.
const atOnce = 4;
const membersOfGroup = 100;
const secondsBeside = Number(process.env.SECONDS_BESIDE ?? 45);
const [userSchema, groupSchema] = ['User', 'Group'].map((name) => `urn:ietf:params:scim:schemas:core:2.0:${name}`);
const directoryId = randomUUID();
const token = `scim_${newOneTimeSecret().secret}`;

const postgres = await startTemporaryPostgres();
const database = new pg.Client({ connectionString: postgres.url });
let server;
try {
  await migrate({ databaseUrl: postgres.url });
  await seed({ databaseUrl: postgres.url, data: comparisonSeed });
  await database.connect();
  await addDirectory();
  server = await startContender('directories', [postgres.url]);
  await run();
} finally {
  await server?.end();
  await database.end();
  await postgres.stop();
}

async function addDirectory() {
  await database.query(
    `INSERT INTO identity.domains (id, tenant_id, domain, status, proof) VALUES ($1, $2, 'acme.test', 'VERIFIED', 'x')`,
    [randomUUID(), tenant.id],
  );
  await database.query(`INSERT INTO identity.directories (id, tenant_id, name) VALUES ($1, $2, 'Entra ID')`, [
    directoryId,
    tenant.id,
  ]);
  await database.query('INSERT INTO identity.directory_tokens (token_hash, directory_id) VALUES ($1, $2)', [
    Buffer.from(hashOneTimeSecret(token)),
    directoryId,
  ]);
  // One seat is taken by the owner.
  await database.query('UPDATE identity.subscriptions SET quantity_purchased = $1 WHERE tenant_id = $2', [
    seats + 1,
    tenant.id,
  ]);
  await database.query(
    `INSERT INTO identity.license_rules (id, tenant_id, application_id, license_type_id)
     SELECT gen_random_uuid(), $1, application_id, id FROM identity.license_types WHERE application_id = $2`,
    [tenant.id, application.id],
  );
}

async function send(method, path, body, expected) {
  const response = await fetch(`${server.issuer}/scim/v2/${directoryId}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/scim+json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status === 429) {
    await delay(Number(response.headers.get('retry-after')) * 1000);
    return send(method, path, body, expected);
  }
  if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function run() {
  const ids = [];
  const bodies = Array.from({ length: users }, (_, index) => ({
    schemas: [userSchema],
    userName: `person-${index}@acme.test`,
    externalId: `e-${index}`,
    active: true,
    name: { givenName: 'Ann', familyName: `Lee ${index}` },
  }));
  const load = await loadBeside(server);
  const quiet = await load.run(secondsBeside);
  const databaseCpu = await postgresCpu(postgres.url);
  const spent = [await databaseCpu()];
  const tenth = Math.ceil(users / 10);
  const create = measure('users created', users, () =>
    inParallel(users, async (index) => {
      ids[index] = (await send('POST', '/Users', bodies[index], 201)).id;
      if ((index + 1) % tenth === 0) spent.push(await databaseCpu());
    }),
  );
  const busy = await load.run(secondsBeside);
  await create;
  // With the requests beside it, which end before the last tenths.
  const costs = spent.slice(1).map((cpu, index) => ((cpu - spent[index]) / tenth).toFixed(1));
  console.log(`CPU of the database for each user, by tenths of the run: ${costs.join(', ')} ms`);
  console.log(compareBeside(quiet, busy).join('\n'));
  await measure(`groups of ${membersOfGroup} created`, groups, () =>
    inParallel(groups, (index) => {
      const members = Array.from({ length: membersOfGroup }, (_, n) => ({ value: ids[(index * 37 + n) % users] }));
      return send('POST', '/Groups', { schemas: [groupSchema], displayName: `Group ${index}`, members }, 201);
    }),
  );
  const everybody = ids.slice(0, 10_000).map((value) => ({ value }));
  const body = { schemas: [groupSchema], displayName: 'Everybody', members: everybody };
  await measure('one group with everybody', everybody.length, () => send('POST', '/Groups', body, 201));
  const before = await state();
  await measure('users replaced by the same', users, () =>
    inParallel(users, (index) => send('PUT', `/Users/${ids[index]}`, bodies[index], 200)),
  );
  await measure('users found by name', users, () =>
    inParallel(users, (index) => {
      const filter = encodeURIComponent(`userName eq "${bodies[index].userName}"`);
      return send('GET', `/Users?filter=${filter}`, undefined, 200);
    }),
  );
  const after = await state();
  console.log(`seats ${after.seats}, waiting ${after.waiting}, members ${after.members}, groups ${after.groups}`);
  console.log(
    `the second run has changed ${JSON.stringify(before) === JSON.stringify(after) ? 'nothing' : 'something'}`,
  );
}

/** What a second run must not change. */
async function state() {
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM identity.seats WHERE tenant_id = $1 AND user_id <> $2) AS seats,
       (SELECT count(*) FROM identity.license_requests WHERE tenant_id = $1 AND status = 'WAITING') AS waiting,
       (SELECT count(*) FROM identity.memberships WHERE tenant_id = $1) AS members,
       (SELECT count(*) FROM identity.groups WHERE tenant_id = $1) AS groups,
       (SELECT count(*) FROM identity.group_members) AS "inGroups",
       (SELECT sum(version) FROM identity.directory_users) AS versions,
       (SELECT max(updated_at) FROM identity.users) AS users,
       (SELECT count(*) FROM identity.events WHERE tenant_id = $1) AS events`,
    [tenant.id, user.id],
  );
  return rows[0];
}

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
