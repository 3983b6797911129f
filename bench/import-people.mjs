/*
 * Imports people into an empty deployment, and prints the rate, the statements for each person, the memory beyond the idle
 * server, and how long reads of a user and changes of a tenant take beside it.
 *
 *   node bench/import-people.mjs [people, default 2000] [--rehearse]
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { createIdentityServer, licensing, tenants, users } from '../packages/server/dist/src/index.js';
import { durable, newDatabase } from './start-contenders.mjs';

const [count = '2000'] = process.argv.slice(2).filter((word) => /^\d+$/u.test(word));
const people = Number(count);
const rehearse = process.argv.includes('--rehearse');
const require = createRequire(new URL('../packages/prisma/package.json', import.meta.url));
const pg = require('pg');
let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(...given) {
  statements += 1;
  return query.apply(this, given);
};

const postgres = await startTemporaryPostgres({ settings: durable });
const databaseUrl = await newDatabase(postgres.url, 'imports');
let services;
const watcher = {
  name: 'watcher',
  setup(host) {
    services = host.services;
    return {};
  },
};
const identity = await createIdentityServer({
  issuer: 'http://127.0.0.1:9',
  databaseUrl,
  secret: 'a secret for measuring imports of people',
  migrations: 'apply',
  plugins: [users(), tenants(), licensing(), watcher],
});
const { db } = identity;
const owner = await db.user.create({ data: { email: 'o@x.test', normalizedEmail: 'o@x.test', emailVerified: true } });
for (let number = 0; number < 20; number += 1)
  await db.tenant.create({
    data: {
      name: `T${number}`,
      slug: `tenant-${number}`,
      memberships: { create: { userId: owner.id, role: 'owner' } },
    },
  });

const tenant = (index) => `tenant-${index % 20}`;
async function* lines() {
  for (let index = 0; index < people; index += 1)
    yield Buffer.from(
      `${JSON.stringify({
        email: `person-${index}@people.test`,
        emailVerified: true,
        externalId: `auth0|${index}`,
        displayName: `Person ${index}`,
        givenName: 'Ada',
        familyName: `Lovelace ${index}`,
        locale: 'en',
        createdAt: '2021-03-04T05:06:07.000Z',
        password: { algorithm: 'bcrypt', hash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' },
        memberships: [{ tenant: tenant(index), role: 'member' }],
      })}\n`,
    );
}

/** Reads beside the import, as sign-ins do. Returns the times in milliseconds. */
async function readBeside(signal) {
  const times = [];
  while (!signal.aborted) {
    const begun = performance.now();
    await db.user.findUnique({ where: { normalizedEmail: 'o@x.test' } });
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times.sort((one, other) => one - other);
}

/** Renames a tenant beside the import, which needs its lock. Returns the times in milliseconds. */
async function renameBeside(signal) {
  const times = [];
  while (!signal.aborted) {
    const begun = performance.now();
    await db.tenant.update({ where: { slug: 'tenant-3' }, data: { name: `T${times.length}` } });
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return times.sort((one, other) => one - other);
}

globalThis.gc?.();
const idle = process.memoryUsage().rss;
let most = idle;
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 50);
const over = new AbortController();
const beside = [readBeside(over.signal), renameBeside(over.signal)];
const before = statements;
const begun = performance.now();
const started = { stream: Readable.from(lines()), actor: { kind: 'system', id: 'bench' }, rehearsed: rehearse };
let id;
await services.imports.run({ ...started, createTenants: false }, (one) => (id = one.id), over.signal);
const seconds = (performance.now() - begun) / 1000;
over.abort();
clearInterval(timer);
const [reads, renames] = await Promise.all(beside);
const used = statements - before - reads.length - renames.length * 3;
const { status, created, refused } = await db.import.findUniqueOrThrow({ where: { id } });
const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
console.log(
  JSON.stringify({
    people,
    rehearse,
    status,
    created,
    refused,
    seconds: Number(seconds.toFixed(1)),
    peoplePerSecond: Math.round(people / seconds),
    statementsPerPerson: Number((used / people).toFixed(2)),
    megabytesBeyondIdle: Math.round((most - idle) / 1024 ** 2),
    readMilliseconds: { median: at(reads, 0.5), p99: at(reads, 0.99) },
    renameMilliseconds: { median: at(renames, 0.5), p99: at(renames, 0.99) },
  }),
);
await identity.close();
await postgres.stop();
