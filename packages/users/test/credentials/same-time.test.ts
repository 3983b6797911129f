import test from 'ava';
import { createSameTime, waitAfter } from '../../src/credentials/same-time.js';

const usual = new Map<string | undefined, number>([
  [undefined, 40],
  ['bcrypt.10', 60],
  ['bcrypt.12', 250],
]);

test('every failed check is answered when the slowest kind would have failed', (t) => {
  for (const [kind, milliseconds] of usual)
    t.is(milliseconds + waitAfter({ kind, milliseconds }, usual), 375, kind ?? 'ours');
});

test('small differences between checks do not show', (t) => {
  for (const [kind, milliseconds] of usual) {
    for (const factor of [0.8, 1, 1.2, 1.49]) {
      const took = milliseconds * factor;
      t.is(took + waitAfter({ kind, milliseconds: took }, usual), 375, `${kind} ${factor}`);
    }
  }
});

test('on a busy machine, all kinds are late in the same proportion', (t) => {
  for (const [kind, milliseconds] of usual) {
    const took = milliseconds * 4;
    t.is(took + waitAfter({ kind, milliseconds: took }, usual), 1000, kind ?? 'ours');
  }
});

test('a hash whose kind has just gone counts as the slowest kind', (t) => {
  t.is(100 + waitAfter({ kind: 'scrypt.1024.8.1', milliseconds: 100 }, usual), 375);
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

test('each stored kind is measured once, and no check does the work of another kind', async (t) => {
  const { log, waits, sameTime } = recorded({ ours: 40, 'bcrypt.12': 250 });
  const checks = [
    { kind: undefined, milliseconds: 40 },
    { kind: 'bcrypt.12', milliseconds: 250 },
    { kind: undefined, milliseconds: 44 },
  ];
  await Promise.all(checks.map((check) => sameTime.wait(check, ['bcrypt.12'])));
  t.deepEqual(log.sort(), ['bcrypt.12', 'bcrypt.12', 'bcrypt.12', 'ours', 'ours', 'ours']);
  t.deepEqual(waits, [335, 125, 331]);
});

test('a kind that arrives later is measured when it arrives', async (t) => {
  const { log, waits, sameTime } = recorded({ ours: 40, 'bcrypt.10': 60, 'bcrypt.14': 1000 });
  await sameTime.wait({ kind: undefined, milliseconds: 40 }, ['bcrypt.10']);
  await sameTime.wait({ kind: undefined, milliseconds: 40 }, ['bcrypt.10', 'bcrypt.14']);
  t.is(log.filter((kind) => kind === 'bcrypt.14').length, 3);
  t.deepEqual(waits, [50, 1460]);
});

test('a check that is faster than the measurement corrects it', async (t) => {
  const { waits, sameTime } = recorded({ ours: 80, 'bcrypt.12': 250 });
  await sameTime.wait({ kind: undefined, milliseconds: 40 }, ['bcrypt.12']);
  await sameTime.wait({ kind: undefined, milliseconds: 80 }, ['bcrypt.12']);
  t.deepEqual(waits, [335, 420]);
});

test('a measurement that fails is made again', async (t) => {
  let calls = 0;
  const sameTime = createSameTime({
    time: () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(10);
    },
    pause: () => Promise.resolve(),
  });
  const check = { kind: undefined, milliseconds: 10 };
  await t.throwsAsync(sameTime.wait(check, []), { message: 'busy' });
  await t.notThrowsAsync(sameTime.wait(check, []));
});
