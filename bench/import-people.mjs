/*
 * Imports people over HTTP into a server with 20 tenants, and prints the rate, the memory beyond the idle server, and how much
 * longer sign-ins and token requests take beside it. Then a file that changes all of them, with the same figures, and that
 * file once more, which changes nothing.
 *
 *   npm run bench -- --only imports [--people 100000]
 *   node bench/import-people.mjs [people, default 2000] [--rehearse]
 *   node bench/import-people.mjs [people] --kill      kills the server in the middle; another one goes on
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
const path = '/api/platform/imports';

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
  await (process.argv.includes('--kill') ? runKilled() : run());
} finally {
  await server?.end();
  await postgres.stop();
}

async function run() {
  const load = await loadBeside(server);
  const quiet = await load.run(secondsBeside);
  const created = await measure('created', { load, quiet }, 0);
  if (rehearse) return runAgain(0);
  const changed = await measure('changed', { load, quiet }, 1);
  await runAgain(1);
  console.log(besides({ created, changed }));
}

/** Creation and change beside each other, as a Markdown table. */
function besides(measured) {
  const rows = Object.entries(measured).map(([name, seconds]) => {
    const perHundredThousand = (seconds / people) * 100_000;
    return `| ${name} | ${seconds.toFixed(1)} | ${Math.round(people / seconds)} | ${perHundredThousand.toFixed(0)} |`;
  });
  const heading = [
    `| ${people} people | seconds | people a second | seconds for 100,000 |`,
    '| --- | --- | --- | --- |',
  ];
  const note = 'The goal for 100,000 people is 600 seconds at most, for each of both.';
  return `## Imports\n\n${[...heading, ...rows].join('\n')}\n\n${note}\n`;
}

/** Imports the people and prints the rate, and what it costs the requests beside it. Returns the seconds. */
async function measure(name, { load, quiet }, round) {
  const idle = await memory();
  let most = idle;
  const timer = setInterval(async () => {
    most = Math.max(most, await memory());
    if (process.env.SHOW_MEMORY)
      console.log(`${(performance.now() / 1000).toFixed(0)} s: ${(await memory()).toFixed(0)} MB`);
  }, 1000);
  const imported = importAll(round);
  const busy = await load.run(secondsBeside);
  const { seconds, ...counts } = await imported;
  clearInterval(timer);
  console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} people a second`, counts);
  console.log(`memory: ${idle.toFixed(0)} MB idle, at most ${(most - idle).toFixed(0)} MB more`);
  if (seconds < secondsBeside) console.log('The import ended before the measurement beside it: take more people.');
  console.log(compareBeside(quiet, busy).join('\n'));
  return seconds;
}

/** Kills the server after a third of the people. Another one finishes the import: everybody once, no line lost. */
async function runKilled() {
  const started = performance.now();
  const id = await send();
  await until(async () => (await counts(id)).created > people / 3);
  process.kill(server.pid, 'SIGKILL');
  const killed = ((performance.now() - started) / 1000).toFixed(0);
  server = await startContender('identity', [postgres.url]);
  const ended = await finish(id);
  const report = await (await fetch(`${server.issuer}${path}/${id}/report`, { headers: await headers() })).text();
  const numbers = report
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).line);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`killed after ${killed} s, ended after ${seconds} s`, ended);
  console.log(`lines in the report: ${numbers.length}, of which different: ${new Set(numbers).size}`);
  await runAgain(0);
}

async function runAgain(round) {
  const { seconds, ...same } = await importAll(round);
  console.log(`the same file again: ${seconds.toFixed(1)} s`, same);
}

/** Sends the file and waits for the end. Returns the counts. */
async function importAll(round) {
  const started = performance.now();
  const ended = await finish(await send(round));
  return { seconds: (performance.now() - started) / 1000, ...ended };
}

/** Sends the file. Returns the id of the import. */
async function send(round = 0) {
  const response = await fetch(`${server.issuer}${path}${rehearse ? '?rehearse=true' : ''}`, {
    method: 'POST',
    headers: { ...(await headers()), 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(lines(round)),
    duplex: 'half',
  });
  const { id, ...refusal } = await response.json();
  if (response.status !== 202) throw new Error(`The import was refused: ${response.status} ${JSON.stringify(refusal)}`);
  return id;
}

function finish(id) {
  return until(async () => {
    const { status, created, changed, unchanged, refused } = await counts(id);
    return status !== 'RUNNING' && { status, created, changed, unchanged, refused };
  });
}

async function counts(id) {
  return (await fetch(`${server.issuer}${path}/${id}`, { headers: await headers() })).json();
}

async function headers() {
  const form = { grant_type: 'client_credentials', scope: scopes.join(' ') };
  const { body } = await postForm(server, pathsOf('identity').token, form, operator);
  return { authorization: `Bearer ${body.access_token}` };
}

async function until(check) {
  for (;;) {
    const result = await check();
    if (result) return result;
    await delay(500);
  }
}

/** The lines, some at a time: this process also measures the requests beside them. */
async function* lines(round) {
  const atOnce = 200;
  for (let first = 0; first < people; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, people - first) }, (_, index) => lineOf(first + index, round));
    yield Buffer.from(some.join(''));
    await delay(1);
  }
}

/** A person. In another round, the name, the language and the role are others. */
function lineOf(index, round) {
  const person = {
    email: `person-${index}@people.test`,
    emailVerified: true,
    externalId: `auth0|${index}`,
    displayName: round === 0 ? `Person ${index}` : `Person ${index} of round ${round}`,
    givenName: 'Ada',
    familyName: `Lovelace ${index}`,
    locale: round === 0 ? 'en' : 'de',
    createdAt: '2021-03-04T05:06:07.000Z',
    password: { algorithm: 'bcrypt', hash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' },
    memberships: [
      { tenant: `tenant-${index % tenants}`, role: round === 0 ? 'member' : ['member', 'admin'][index % 2] },
    ],
  };
  return `${JSON.stringify(person)}\n`;
}

/** The memory of the server's process, in MB. */
async function memory() {
  const text = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(text)?.[1]) / 1024;
}
