import { mock } from 'node:test';
import test from 'ava';
import { createMigration, type MigrateFrom } from '../../src/migration/migrate-from.js';

const typed = { email: 'ada@example.com', password: 'p&ss "w\\rd 77' };

function migration(migrateFrom: MigrateFrom) {
  const errors: string[] = [];
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (fields: object, message: string) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  // Nothing is written unless a person is found.
  const services = { logger, upstreams: new Map() } as unknown as Parameters<typeof createMigration>[0];
  return { errors, migrate: createMigration(services, migrateFrom) };
}

test.serial('a system that does not answer is left after five seconds, and is told', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let asked: AbortSignal | undefined;
    const { migrate, errors } = migration(({ signal }) => {
      asked = signal;
      return new Promise(() => undefined);
    });
    const result = migrate(typed);
    await Promise.resolve();
    mock.timers.tick(4999);
    t.false(asked?.aborted);
    mock.timers.tick(1);
    t.false(await result);
    t.true(asked?.aborted);
    t.is(errors.length, 1);
  } finally {
    mock.timers.reset();
  }
});

test.serial('an error is logged without the password, in whatever form it quotes it', async (t) => {
  const { password } = typed;
  const quotes = [
    password,
    encodeURIComponent(password),
    new URLSearchParams({ password }).toString(),
    JSON.stringify({ password }),
  ];
  for (const quote of quotes) {
    const { migrate, errors } = migration(() => Promise.reject(new Error(`cannot post ${quote}`)));
    t.false(await migrate(typed));
    t.is(errors.length, 1);
    t.regex(errors[0] ?? '', /\[password\]/u);
    t.false(errors[0]?.includes('77'), errors[0]);
  }
});

test.serial('a person with another email, with a password or with unknown fields is refused', async (t) => {
  const people = [
    { email: 'eve@example.com' },
    { email: typed.email, password: { algorithm: 'bcrypt', hash: 'x' } },
    { email: typed.email, superAdmin: true },
    { email: 1 },
    'ada',
  ];
  for (const person of people) {
    const { migrate, errors } = migration(() => Promise.resolve(person as never));
    t.false(await migrate(typed), JSON.stringify(person));
    t.is(errors.length, 1);
  }
});

test.serial('nobody found is no error', async (t) => {
  for (const found of [undefined, null]) {
    const { migrate, errors } = migration(() => Promise.resolve(found as undefined));
    t.false(await migrate(typed));
    t.deepEqual(errors, []);
  }
});

test.serial('ten are asked at once, fifty wait, and further ones are refused', async (t) => {
  let asked = 0;
  const { migrate } = migration(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const waiting = Array.from({ length: 60 }, () => migrate(typed));
    await t.throwsAsync(migrate(typed), { code: 'RATE_LIMITED' });
    t.is(asked, 10);
    mock.timers.tick(5000);
    await Promise.allSettled(waiting.slice(0, 10));
    mock.timers.tick(60_000);
    await Promise.allSettled(waiting);
    t.true(asked <= 60);
  } finally {
    mock.timers.reset();
  }
});
