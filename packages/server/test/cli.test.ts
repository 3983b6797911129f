import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { run } from '../src/cli/run.js';

async function command(line: string, environment: Record<string, string> = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await run({
    arguments: line.split(' ').filter(Boolean),
    environment,
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  });
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

test('migrate brings an empty database up to date, and says so the second time', async (t) => {
  const database = await createTestDatabase({ empty: true });
  try {
    const environment = { DATABASE_URL: database.url };
    const before = await command('migrate status', environment);
    t.is(before.code, 2);
    t.regex(before.printed, /^missing {2}\d+_initial/u);
    const first = await command('migrate', environment);
    t.is(first.code, 0);
    t.regex(first.printed, /^Applied \d+_initial/u);
    t.is((await command('migrate', environment)).printed, 'The database is up to date.');
    const after = await command('migrate status --json', environment);
    t.is(after.code, 0);
    t.deepEqual((JSON.parse(after.printed) as { pending: string[] }).pending, []);
  } finally {
    await database.drop();
  }
});

test('help is printed when asked for, and when there is no command', async (t) => {
  const asked = await command('--help');
  t.is(asked.code, 0);
  t.regex(asked.printed, /^Usage: identity-server/u);
  t.is((await command('')).code, 1);
});

for (const [line, expected] of [
  ['fly', /no command "fly"/u],
  ['migrate --fast', /fast/u],
  ['migrate', /DATABASE_URL is missing/u],
  ['migrate --database-url postgresql://nobody@127.0.0.1:1/none', /ECONNREFUSED/u],
] as const) {
  test(`"${line}" fails with one clear message and exit code 1`, async (t) => {
    const { code, errors } = await command(line);
    t.is(code, 1);
    t.regex(errors, expected);
  });
}
