import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createIdentityClient, createLicenseMirror } from '../packages/client/dist/src/index.js';
import { events, quantile, withEventServer } from './events-fixtures.mjs';
import { application } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';

const credentials = { clientId: events.id, clientSecret: events.secret };
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/**
 * What a license mirror is worth and what it costs: checks per second against checks by HTTP, the time from the response to a
 * revocation to the first refused check in another process, and the load of many connected mirrors. Returns Markdown.
 */
export async function measureMirror({ people = 10_000, seconds = 2, revocations = 1_000, mirrors = 100 } = {}) {
  return withEventServer({ people }, async ({ server, databaseUrl, holders }) => {
    const options = { issuer: server.issuer, applicationId: application.id, credentials };
    const mirror = createLicenseMirror(options);
    await mirror.ready();
    const client = createIdentityClient({ ...options, cacheSeconds: 0 });
    const speeds = [];
    for (let round = 0; round < 3; round += 1) {
      speeds.push([memoryChecks(mirror, holders, seconds), await httpChecks(client, holders, seconds)]);
    }
    mirror.close();
    const [memory, http] = [0, 1].map((index) =>
      quantile(
        speeds.map((pair) => pair[index]),
        0.5,
      ),
    );
    const delays = await timeRevocations(server, client, holders, revocations);
    const { cost, idle } = await costOfMirrors(server, databaseUrl, mirrors, seconds);
    const rows = [
      ['checks per second by HTTP, 32 at once', number.format(http)],
      [`checks per second of the mirror (${number.format(people)} seats), one process`, number.format(memory)],
      ['mirror ÷ HTTP', `${number.format(memory / http)}×`],
      [`from the response of a revocation to the first refusal elsewhere, p50 of ${revocations}`, ms(delays, 0.5)],
      ['… p99', ms(delays, 0.99)],
      ['CPU of the server without mirrors', idle.server],
      [`CPU of the server with ${mirrors} connected mirrors`, cost.server],
      ['CPU of PostgreSQL without mirrors', idle.postgres],
      [`CPU of PostgreSQL with ${mirrors} connected mirrors`, cost.postgres],
      [`memory of the server for each of ${mirrors} mirrors`, cost.memory],
    ];
    return ['| what | result |', '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  });
}

const ms = (numbers, part) => `${number.format(quantile(numbers, part))} ms`;

function memoryChecks(mirror, holders, seconds) {
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  let done = 0;
  let held = 0;
  while (performance.now() < end) {
    for (let index = 0; index < 10_000; index += 1) {
      if (mirror.check({ userId: holders[(done + index * 7) % holders.length] }).hasLicense) held += 1;
    }
    done += 10_000;
  }
  if (held !== done) throw new Error(`The mirror refused ${done - held} of ${done} checks.`);
  return done / ((performance.now() - started) / 1000);
}

async function httpChecks(client, holders, seconds) {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  const lane = async (first) => {
    for (let index = first; performance.now() < end; index += 32) {
      const { hasLicense } = await client.check({ userId: holders[index % holders.length] });
      if (!hasLicense) throw new Error('The check refused a license.');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, first) => lane(first)));
  return done / ((performance.now() - started) / 1000);
}

async function startMirrors(server, count) {
  const file = new URL('./mirror-process.mjs', import.meta.url);
  const child = fork(file, [server.issuer, application.id, events.id, events.secret, String(count)]);
  await once(child, 'message');
  return child;
}

async function timeRevocations(server, client, holders, count) {
  const child = await startMirrors(server, 1);
  const delays = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const userId = holders[index % holders.length];
      const messages = [];
      let told = () => {};
      const listen = (message) => {
        messages.push(message);
        told();
      };
      child.on('message', listen);
      const next = async (length) => {
        while (messages.length < length) await new Promise((resolve) => (told = resolve));
        return messages[length - 1];
      };
      child.send({ userId });
      await next(1);
      await client.revoke({ userId });
      const answered = performance.timeOrigin + performance.now();
      const { at } = await next(2);
      child.off('message', listen);
      delays.push(Math.max(0, at - answered));
      // So that one user can lose the seat again in a later round.
      if (count > holders.length) await client.grant({ userId });
    }
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
  return delays;
}

/** The CPU of the server and of PostgreSQL per second, as parts of one core. */
async function costOfMirrors(server, databaseUrl, count, seconds) {
  const cpuOfPostgres = await postgresCpu(databaseUrl);
  const duration = seconds * 3_000;
  const percent = (milliseconds) => `${number.format((milliseconds / duration) * 100)} % of one core`;
  const measure = async () => {
    const bytes = await server.ask('memory');
    const [before, database] = [await server.ask('usage'), await cpuOfPostgres()];
    await new Promise((resolve) => setTimeout(resolve, duration));
    const [after, databaseAfter] = [await server.ask('usage'), await cpuOfPostgres()];
    const postgres = percent((databaseAfter ?? 0) - (database ?? 0));
    return { server: percent(after.cpu - before.cpu), postgres, bytes };
  };
  const idle = await measure();
  const child = await startMirrors(server, count);
  try {
    const busy = await measure();
    const memory = `${number.format((busy.bytes - idle.bytes) / count / 1000)} KB`;
    return { idle, cost: { ...busy, memory } };
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}
