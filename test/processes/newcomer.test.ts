import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support-docs.js';
import { newcomerBlocks, type Plan, type PlannedBlock, plans } from '../support-newcomer-blocks.js';

const blocks = newcomerBlocks();

test('every block of commands in the README, the guides and the examples is run, or has a reason why it is not', (t) => {
  t.deepEqual(
    blocks.filter(({ plan }) => plan === undefined).map(({ name }) => name),
    [],
  );
  const names = new Set(blocks.map(({ name }) => name));
  t.deepEqual(
    Object.keys(plans).filter((name) => !names.has(name)),
    [],
    'entries without a block',
  );
});

/** The minutes of the slowest step: a first `npm start` downloads and builds everything. */
const stepMinutes = 15;

/** Sources without their history cannot be cloned. */
const testInClone = existsSync(join(root, '.git')) ? test : test.skip;

testInClone(
  'in a fresh clone, the commands of the README, the guides and the examples work one after the other',
  async (t) => {
    t.timeout(60 * 60_000);
    const folder = mkdtempSync(join(tmpdir(), 'identity-newcomer-'));
    const clone = join(folder, 'identity-server');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
    const ports = { server: await freePort(), program: await freePort() };
    let server: Running | undefined;
    t.teardown(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    // In the order of the list: it is that of a reader.
    for (const name of Object.keys(plans)) {
      const block = blocks.find((each) => each.name === name);
      if (!block || isLeftOut(block)) continue;
      if (block.plan === 'serves') {
        await server?.stop();
        server = start(block, clone, { PORT: String(ports.server) });
        await server.until(() => isUp(`http://localhost:${ports.server}/ready`));
      } else {
        const issuer = `http://localhost:${ports.server}`;
        const program = start(block, clone, {
          ISSUER: issuer,
          PORT: String(ports.program),
          WEBHOOK_SECRETS: 'whsec_x',
        });
        if (block.plan === 'runs') t.is(await program.end(), 0, `${name}\n${program.printed()}`);
        else {
          const { starts } = block.plan as Extract<Plan, { starts: RegExp }>;
          await program.until(async () => starts.test(program.printed()));
          await program.stop();
        }
      }
      t.pass(name);
    }
  },
);

const isLeftOut = ({ plan }: PlannedBlock) => plan === undefined || (typeof plan === 'object' && 'not' in plan);

interface Running {
  printed(): string;
  end(): Promise<number | null>;
  until(condition: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a block in a shell, in a process group of its own, with nothing of this test in its environment. */
function start({ name, text }: PlannedBlock, cwd: string, more: Record<string, string>): Running {
  const { PATH = '', HOME = '', npm_config_registry: registry } = process.env;
  const env = { PATH, HOME, ...(registry === undefined ? {} : { npm_config_registry: registry }), ...more };
  const child = spawn('sh', ['-eu', '-c', text], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    printed: () => output,
    end: async () => (await closed)[0],
    async until(condition) {
      const deadline = Date.now() + stepMinutes * 60_000;
      while (!(await condition())) {
        if (hasEnded() || Date.now() > deadline) throw new Error(`${name} did not start:\n${output}`);
        await Promise.race([closed, tick()]);
      }
    },
    async stop() {
      if (!hasEnded()) interrupt(child);
      await closed;
    },
  };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Ctrl-C: the signal reaches every process of the group. */
function interrupt({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
