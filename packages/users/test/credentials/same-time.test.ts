import test from 'ava';
import { createSameTime, waitAfter } from '../../src/credentials/same-time.js';
import { workOf } from '../../src/foreign-passwords/kind-work.js';

const slowest = 250;
const kinds = { ours: 40, 'bcrypt.10': 62.5, 'bcrypt.12': 250 };

test('every failed check is answered when the slowest class would have failed', (t) => {
  for (const [kind, usual] of Object.entries(kinds)) t.is(usual + waitAfter(usual, { usual, slowest }), 375, kind);
});

test('small differences between checks do not show', (t) => {
  for (const [kind, usual] of Object.entries(kinds)) {
    for (const factor of [0.8, 1, 1.2, 1.49]) {
      const took = usual * factor;
      t.is(took + waitAfter(took, { usual, slowest }), 375, `${kind} ${factor}`);
    }
  }
});

test('on a busy machine, all kinds are late in the same proportion', (t) => {
  for (const [kind, usual] of Object.entries(kinds)) {
    const took = usual * 4;
    t.is(took + waitAfter(took, { usual, slowest }), 1000, kind);
  }
});

function recorded(times: Record<string, number>) {
  const log: string[] = [];
  const waits: number[] = [];
  const sameTime = createSameTime({
    time: (kind) => {
      log.push(kind ?? 'ours');
      return Promise.resolve(times[kind ?? 'ours'] ?? 0);
    },
    pause: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { log, waits, sameTime };
}

test('each class is measured once, and failed checks measure nothing', async (t) => {
  const { log, waits, sameTime } = recorded({ ours: 40, 'bcrypt.12': 250 });
  await sameTime.measure(['bcrypt.12']);
  await sameTime.measure(['bcrypt.12']);
  t.deepEqual(log, ['ours', 'bcrypt.12']);
  await sameTime.wait({ kind: undefined, milliseconds: 40 }, ['bcrypt.12']);
  await sameTime.wait({ kind: 'bcrypt.12', milliseconds: 250 }, ['bcrypt.12']);
  await sameTime.wait({ kind: undefined, milliseconds: 44 }, ['bcrypt.12', 'bcrypt.13']);
  t.deepEqual(log, ['ours', 'bcrypt.12']);
  t.deepEqual(waits.slice(0, 2), [335, 125]);
  t.true((waits[2] ?? 0) > 375, 'what was not measured is estimated');
});

test('two hundred costs of one algorithm are eight measurements', async (t) => {
  const { log, sameTime } = recorded({});
  const costs = Array.from({ length: 200 }, (_, index) => `pbkdf2.sha256.${1000 + index * 24_995}`);
  await sameTime.measure(costs);
  t.is(new Set(log).size, log.length);
  t.is(log.filter((kind) => kind !== 'ours').length, 8);
});

test('the time of a kind is that of its class, by its costs', async (t) => {
  const { waits, sameTime } = recorded({ ours: 40, 'pbkdf2.sha256.65536': 100 });
  await sameTime.measure(['pbkdf2.sha256.65536']);
  await sameTime.wait({ kind: 'pbkdf2.sha256.131071', milliseconds: 0 }, []);
  t.is(Math.round(waits[0] ?? 0), 300);
});

test('a check that is faster than the measurement corrects it', async (t) => {
  const { waits, sameTime } = recorded({ ours: 80, 'bcrypt.12': 250 });
  await sameTime.measure(['bcrypt.12']);
  await sameTime.wait({ kind: undefined, milliseconds: 40 }, ['bcrypt.12']);
  await sameTime.wait({ kind: undefined, milliseconds: 80 }, ['bcrypt.12']);
  t.deepEqual(waits, [335, 420]);
});

test('a measurement that fails is made again, and the next one is not kept from it', async (t) => {
  let calls = 0;
  const sameTime = createSameTime({
    time: () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(10);
    },
    pause: () => Promise.resolve(),
  });
  await t.throwsAsync(sameTime.measure(['bcrypt.10']), { message: 'busy' });
  await t.notThrowsAsync(sameTime.measure(['bcrypt.10']));
  t.is(calls, 3);
});

test('the work of every algorithm is that of a measured class and a factor', (t) => {
  for (const [kind, measured, factor] of [
    ['bcrypt.04', 'bcrypt.07', 1 / 8],
    ['bcrypt.14', 'bcrypt.14', 1],
    ['pbkdf2.sha512.98304', 'pbkdf2.sha512.65536', 1.5],
    ['scrypt.16384.8.4', 'scrypt.16384.8.1', 4],
    ['firebase.8.14', 'scrypt.16384.8.1', 1],
    ['argon2.argon2i.16.65536.3.4', 'argon2.argon2id.19.65536.1.1', 3],
  ] as const)
    t.like(workOf(kind), { measured, factor }, kind);
  t.is(workOf('unknown'), undefined);
  t.is(workOf('pbkdf2.md5.1'), undefined);
});
