/*
 * Imports people over HTTP into a server with 20 tenants, and prints the rate, the memory beyond the idle server, and how much
 * longer sign-ins and token requests take beside it. Then the same file once more, which changes nothing.
 *
 *   node bench/import-people.mjs [people, default 2000] [--rehearse]
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { compareBeside, loadBeside } from './beside.mjs';
import { postForm } from './exchange-codes.mjs';
import { comparisonSeed, user } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';
import { startContender } from './start-contender.mjs';

const [count = '2000'] = process.argv.slice(2).filter((word) => /^\d+$/u.test(word));
const people = Number(count);
const rehearse = process.argv.includes('--rehearse');
const secondsBeside = Number(process.env.SECONDS_BESIDE ?? 45);
const tenants = 20;
const operator = { id: 'bench-platform', secret: 'bench-platform-secret-0123456789-0123456789' };
const scopes = ['platform:read', 'platform:write'];

const postgres = await startTemporaryPostgres();
let server;
try {
  await migrate({ databaseUrl: postgres.url });
  const slugs = Array.from({ length: tenants }, (_, index) => `tenant-${index}`);
  await seed({
    databaseUrl: postgres.url,
    data: {
      ...comparisonSeed,
      tenants: [
        ...comparisonSeed.tenants,
        ...slugs.map((slug) => ({ slug, name: slug, members: [{ email: user.email, role: 'owner' }] })),
      ],
      clients: [...comparisonSeed.clients, { ...operator, name: 'Operator', type: 'MACHINE', scopes }],
    },
  });
  server = await startContender('identity', [postgres.url]);
  await run();
} finally {
  await server?.end();
  await postgres.stop();
}

async function run() {
  const load = await loadBeside(server);
  const quiet = await load.run(secondsBeside);
  const idle = await memory();
  let most = idle;
  const timer = setInterval(async () => {
    most = Math.max(most, await memory());
  }, 200);
  const first = importAll();
  const busy = await load.run(secondsBeside);
  const { seconds, ...counts } = await first;
  clearInterval(timer);
  console.log(`first run: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} people a second`, counts);
  console.log(`memory: ${idle.toFixed(0)} MB idle, at most ${(most - idle).toFixed(0)} MB more`);
  if (seconds < secondsBeside) console.log('The import ended before the measurement beside it: take more people.');
  console.log(compareBeside(quiet, busy).join('\n'));
  const { seconds: again, ...same } = await importAll();
  console.log(`second run: ${again.toFixed(1)} s`, same);
}

/** Sends the file and waits for the end. Returns the counts. */
async function importAll() {
  const { body } = await postForm(
    server,
    pathsOf('identity').token,
    { grant_type: 'client_credentials', scope: scopes.join(' ') },
    operator,
  );
  const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/x-ndjson' };
  const url = `${server.issuer}/api/platform/imports`;
  const started = performance.now();
  const response = await fetch(`${url}${rehearse ? '?rehearse=true' : ''}`, {
    method: 'POST',
    headers,
    body: ReadableStream.from(lines()),
    duplex: 'half',
  });
  const { id, ...refusal } = await response.json();
  if (response.status !== 202) throw new Error(`The import was refused: ${response.status} ${JSON.stringify(refusal)}`);
  for (;;) {
    const { status, created, changed, unchanged, refused } = await (await fetch(`${url}/${id}`, { headers })).json();
    if (status !== 'RUNNING')
      return { seconds: (performance.now() - started) / 1000, status, created, changed, unchanged, refused };
    await delay(500);
  }
}

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
        memberships: [{ tenant: `tenant-${index % tenants}`, role: 'member' }],
      })}\n`,
    );
}

/** The memory of the server's process, in MB. */
async function memory() {
  const text = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(text)?.[1]) / 1024;
}
