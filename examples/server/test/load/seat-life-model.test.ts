import test from 'ava';
import fc from 'fast-check';
import { aimed, anyCommand, type Command, commands, skip } from '../support/seat-model/commands.js';
import { SeatModel } from '../support/seat-model/model.js';
import { brokenRules, unservedWaiters } from '../support/seat-model/rules.js';
import { expectedCounts, expectedState, World } from '../support/seat-model/world.js';
import { freePort, type ServerProcess, startProcess } from '../support/server-process.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

const people = 4;
const tenantCount = 2;
/** More of them find more: `MODEL_RUNS=200 npm test -- …`. */
const runs = Number(process.env['MODEL_RUNS'] ?? 8);

let server: TestServer;
let second: ServerProcess;
test.before(async () => {
  server = await startTestServer();
  second = await startProcess({
    PORT: String(await freePort()),
    DATABASE_URL: server.databaseUrl,
    IDENTITY_SECRET: testSecret,
    ISSUER: server.issuer,
    SEED_DEMO: 'false',
  });
});
test.after.always(async () => {
  await second?.end('SIGTERM');
  await server?.stop();
});

test('whatever is done in whatever order over two processes, each seat is where a simple model says', async (t) => {
  t.timeout(600_000);
  const step = fc.record({ tenant: fc.nat({ max: tenantCount - 1 }), command: anyCommand(people) });
  const done = new Map<string, number>();
  const walk = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
    const urls = [server.issuer, second.url];
    const tenants = await Promise.all(
      Array.from({ length: tenantCount }, async () => ({
        model: new SeatModel([1, 2], people),
        world: await World.create(server, urls, [1, 2], people),
      })),
    );
    for (const { tenant, command } of steps) {
      const chosen = tenants[tenant];
      if (!chosen) continue;
      const result = await take(chosen, command);
      if (result !== skip)
        done.set(`${command.kind} ${result ?? ''}`, (done.get(`${command.kind} ${result ?? ''}`) ?? 0) + 1);
    }
    for (const { model, world } of tenants) same('counts', await world.counts(), expectedCounts(model));
    const tenantIds = tenants.map(({ world }) => world.tenant.id);
    same('rules', await brokenRules(server.identity.db, tenantIds), []);
    same('waiting', await unservedWaiters(server.identity.db, tenantIds), []);
  });
  // A shorter counterexample takes long: each try needs tenants of its own.
  const result = await fc.check(walk, {
    numRuns: runs,
    endOnFailure: true,
    ...(process.env['MODEL_SEED']
      ? { seed: Number(process.env['MODEL_SEED']), path: process.env['MODEL_PATH'] ?? '0' }
      : {}),
  });
  t.false(result.failed, `${String(result.errorInstance)}\nseed ${result.seed}, path ${result.counterexamplePath}`);
  t.log(
    [...done]
      .sort()
      .map(([name, count]) => `${name.trim()}: ${count}`)
      .join(', '),
  );
});

/** Carries out one command on both and compares them. */
async function take({ model, world }: { model: SeatModel; world: World }, chosen: Command) {
  model.step += 1;
  const command = aimed(model, chosen);
  const expected = commands[command.kind](model, command);
  if (expected === skip) return skip;
  const result = await world.perform(command);
  same(JSON.stringify(command), result, expected);
  same(JSON.stringify(command), await world.state(), expectedState(model));
  return result;
}

function same(about: string, result: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(result), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${about}: ${one} instead of ${other}`);
}
