import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import test from 'ava';

interface Costs {
  recordedCosts(): Record<string, { readonly cpu?: number }>;
  allowedGrowth(): { readonly percent: number; readonly why: string };
}
interface Reply {
  readonly ratio?: number;
  readonly error?: string;
}
const bench = new URL('../../../../../bench/', import.meta.url);
const costs = (await import(new URL('hot-request-costs.mjs', bench).href)) as Costs;
const { percent, why } = costs.allowedGrowth();

/** A machine with other work measures too much now and then, but not four times. */
const measurements = 4;

let child: ChildProcess;
/** Rejects when the child ends by itself. */
let ended: Promise<never>;
test.before(async () => {
  const program = fileURLToPath(new URL('measure-hot-requests.mjs', bench));
  child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The measurement ended: ${String(code)}`)));
  ended.catch(() => undefined);
  await reply();
});

test.after.always(async () => {
  if (child.connected) child.disconnect();
  await ended.catch(() => undefined);
});

async function reply(): Promise<Reply> {
  const message = new Promise<Reply>((resolve) => child.once('message', (received) => resolve(received as Reply)));
  const received = await Promise.race([message, ended]);
  if (received.error !== undefined) throw new Error(received.error);
  return received;
}

async function measure(name: string): Promise<number> {
  const received = reply();
  child.send({ name });
  return (await received).ratio ?? Number.NaN;
}

for (const [name, { cpu }] of Object.entries(costs.recordedCosts())) {
  if (cpu === undefined) continue;
  test.serial(`${name}: little more CPU than recorded in bench/hot-requests.json`, async (t) => {
    t.timeout(5 * 60_000);
    const limit = cpu * (1 + percent / 100);
    const found: number[] = [];
    do found.push(await measure(name));
    while (!(Math.min(...found) <= limit) && found.length < measurements);
    const figures = `${found.map((ratio) => ratio.toFixed(2)).join(', ')} times M; recorded ${cpu}, allowed ${percent} % more`;
    t.log(`${figures}: ${why}`);
    t.true(Math.min(...found) <= limit, figures);
  });
}
