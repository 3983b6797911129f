import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { EnvironmentError, readEnvironment } from '../../src/environment.js';
import type { secretVariables } from '../../src/secret-files.js';
import { freePort, startProcess } from '../support/server-process.js';
import { call } from '../support/sign-in.js';
import { testSecret } from '../support/test-server.js';

let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-secret-files-'));
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

async function files(values: Record<string, string>): Promise<Record<string, string>> {
  const named = Object.entries(values).map(async ([name, value]) => {
    const path = join(folder, name);
    await writeFile(path, `${value}\n`);
    return [`${name}_FILE`, path] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

const values: Record<(typeof secretVariables)[number], string> = {
  DATABASE_URL: 'postgresql://server@db.example.test/identity',
  MIGRATION_DATABASE_URL: 'postgresql://owner@db.example.test/identity',
  IDENTITY_SECRET: testSecret,
  IDENTITY_OTHER_SECRETS: `${testSecret} number two\n${testSecret} number three`,
  SMTP_URL: 'smtps://mail.example.test',
  METRICS_TOKEN: 'a token of metrics',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
};
const others = { GOOGLE_CLIENT_ID: 'google-id', MICROSOFT_CLIENT_ID: 'microsoft-id' };

test.serial('every secret can be a file, with the same result as the variable', async (t) => {
  const fromFiles = readEnvironment({ ...others, ...(await files(values)) });
  t.is(JSON.stringify(fromFiles), JSON.stringify(readEnvironment({ ...others, ...values })));
  t.like(fromFiles, { databaseUrl: values.DATABASE_URL, secret: testSecret, smtp: { url: values.SMTP_URL } });
});

test.serial('the content of a file is validated, and an error names the variable but never the content', async (t) => {
  const both = { ...(await files({ IDENTITY_SECRET: testSecret })), IDENTITY_SECRET: testSecret };
  for (const [variables, expected] of [
    [both, /^IDENTITY_SECRET and IDENTITY_SECRET_FILE are both set\./u],
    [{ SMTP_URL_FILE: join(folder, 'nowhere') }, /^SMTP_URL_FILE is the file .+ cannot be read \(ENOENT\)/u],
    [await files({ DATABASE_URL: 'mysql://a-password@host' }), /^DATABASE_URL must be a postgresql:\/\/ URL\.$/u],
  ] as const) {
    const { message } = t.throws(() => readEnvironment(variables), { instanceOf: EnvironmentError });
    t.regex(message, expected);
    t.false(message.includes(testSecret) || message.includes('a-password'));
  }
});

test.serial('a server in production starts with its secrets in files', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const server = await startProcess({
    NODE_ENV: 'production',
    ALLOW_HTTP_ISSUER: 'true',
    PORT: String(await freePort()),
    ...(await files({ DATABASE_URL: database.url, IDENTITY_SECRET: testSecret })),
  });
  t.deepEqual((await call(server.url, '/ready')).body, { status: 'ok' });
  t.is(await server.end('SIGTERM'), 0);
});
