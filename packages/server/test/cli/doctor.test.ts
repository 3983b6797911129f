import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import { loadKeys } from '@org/identity-runtime/keys/load-keys';
import { noteProcess } from '@org/identity-runtime/secret/server-processes';
import { startMailServer } from '@org/identity-testing/mail-server';
import test from 'ava';
import { type CommandOutcome, command, commandProcess } from '../support/run-command.js';
import { addKey, keySecret, letKeysAge } from '../support/stored-keys.js';

let database: TestDatabase;
let healthy: Record<string, string>;
test.before(async () => {
  database = await createTestDatabase();
  const { db, close } = openDatabase({ databaseUrl: database.url });
  await addKey(db);
  await loadKeys(db, keySecret);
  await close();
  healthy = { DATABASE_URL: database.url, IDENTITY_SECRET: keySecret, ISSUER: 'https://id.example.test' };
});
test.after.always(() => database?.drop());

interface Finding {
  check: string;
  status: string;
  message: string;
  advice?: string;
}

const findingsOf = ({ printed }: CommandOutcome) => (JSON.parse(printed) as { findings: Finding[] }).findings;
const problemsOf = (outcome: CommandOutcome) => findingsOf(outcome).filter(({ status }) => status === 'problem');

/** Returns a port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 1;
}

const withPassword = (url: string, password: string) => Object.assign(new URL(url), { password }).href;
const onPort = (url: string, port: number) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

test.serial('a healthy set-up is exit code 0, and nothing is changed', async (t) => {
  const mail = await startMailServer();
  t.teardown(() => mail.stop());
  const environment = { ...healthy, NODE_ENV: 'production', SMTP_URL: mail.url, MAIL_FROM: 'id@example.test' };
  const { code, printed } = await commandProcess('doctor', { environment });
  t.is(code, 0, printed);
  t.regex(printed, /^No problems found\.$/mu);
  for (const check of ['configuration', 'database', 'migrations', 'clock', 'keys', 'secret', 'mail'])
    t.regex(printed, new RegExp(`^ok +${check} `, 'mu'));
  t.is(mail.mails.length, 0);
});

test.serial('secrets in files are read, and a file that is missing is one clear line', async (t) => {
  const mail = await startMailServer();
  const folder = await mkdtemp(join(tmpdir(), 'identity-doctor-'));
  t.teardown(async () => {
    await mail.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const environment: Record<string, string> = { ISSUER: 'https://id.example.test', MAIL_FROM: 'id@example.test' };
  const secrets = { DATABASE_URL: database.url, IDENTITY_SECRET: keySecret, SMTP_URL: mail.url };
  for (const [name, value] of Object.entries(secrets)) {
    environment[`${name}_FILE`] = join(folder, name);
    await writeFile(join(folder, name), `${value}\n`);
  }
  const whole = await command('doctor', { environment });
  t.is(whole.code, 0, whole.printed);
  t.regex(whole.printed, /^No problems found\.$/mu);
  t.is((await command('migrate status', { environment })).code, 0);

  const missing = await command('migrate', { environment: { DATABASE_URL_FILE: join(folder, 'nowhere') } });
  t.is(missing.code, 1);
  t.regex(missing.errors, /^DATABASE_URL_FILE is the file .+ cannot be read \(ENOENT\)[^\n]+$/u);
  const both = await command('migrate', { environment: { ...environment, DATABASE_URL: database.url } });
  t.is(both.errors, 'DATABASE_URL and DATABASE_URL_FILE are both set. Set only one of them.');
});

test.serial(
  'a database that is away, a mail server that is down and an issuer without https are three problems',
  async (t) => {
    const port = await deadPort();
    const { code, printed } = await commandProcess('doctor --json', {
      environment: {
        ...healthy,
        NODE_ENV: 'production',
        DATABASE_URL: onPort(database.url, port),
        ISSUER: 'http://id.example.test',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      },
    });
    t.is(code, 2);
    const problems = problemsOf({ code, printed, errors: '' });
    t.deepEqual(
      problems.map(({ check }) => check),
      ['configuration', 'database', 'mail'],
    );
    const [issuer, away, mail] = problems;
    t.regex(issuer?.advice ?? '', /https URL/u);
    t.regex(away?.message ?? '', /ECONNREFUSED/u);
    t.regex(away?.advice ?? '', /Start PostgreSQL/u);
    t.regex(mail?.advice ?? '', /Start the mail server/u);
  },
);

test.serial('a clock that is two minutes off and missing migrations are found', async (t) => {
  const empty = await createTestDatabase({ empty: true });
  t.teardown(() => empty.drop());
  const shifted = 'data:text/javascript,const%20now=Date.now;Date.now=()=>now()+120000';
  const { code, printed } = await commandProcess('doctor', {
    environment: { ...healthy, DATABASE_URL: empty.url, NODE_OPTIONS: `--import=${shifted}` },
  });
  t.is(code, 2);
  t.regex(printed, /^problem +clock +The clock of this machine is 120 seconds ahead/mu);
  t.regex(printed, /NTP/u);
  t.regex(printed, /^problem +migrations +\d+ migration\(s\) are missing/mu);
  t.regex(printed, /Run: identity-server migrate/u);
  t.regex(printed, /^2 problem\(s\)/mu);
});

const setUps: [string, (good: Record<string, string>) => Record<string, string>, string, RegExp, RegExp][] = [
  [
    'a wrong password',
    (good) => ({ ...good, DATABASE_URL: withPassword(database.url, 'wrong') }),
    'database',
    /password authentication failed/u,
    /user and password in DATABASE_URL/u,
  ],
  [
    'a database that does not exist',
    (good) => ({ ...good, DATABASE_URL: named(database.url, 'nowhere') }),
    'database',
    /"nowhere" does not exist/u,
    /createdb nowhere/u,
  ],
  ['no database', ({ DATABASE_URL: _, ...good }) => good, 'database', /DATABASE_URL is missing/u, /Set DATABASE_URL/u],
  [
    'another secret',
    (good) => ({ ...good, IDENTITY_SECRET: 'another secret, that is also longer than 32' }),
    'keys',
    /encrypted with another secret/u,
    /the secret that the servers/u,
  ],
  [
    'a short secret',
    (good) => ({ ...good, IDENTITY_SECRET: 'short' }),
    'configuration',
    /at least 32 characters/u,
    /openssl rand/u,
  ],
  [
    'an issuer with a slash at its end',
    (good) => ({ ...good, ISSUER: 'https://id.example.test/auth/' }),
    'configuration',
    /no trailing slash/u,
    /such as https:/u,
  ],
  [
    'a mail address that is none',
    (good) => ({ ...good, SMTP_URL: 'mail.example.test' }),
    'mail',
    /smtp:\/\//u,
    /Set SMTP_URL to/u,
  ],
];
for (const [title, change, check, message, advice] of setUps) {
  test.serial(`${title} is exit code 2, with what to do`, async (t) => {
    const outcome = await command('doctor --json', { environment: change(healthy) });
    t.is(outcome.code, 2);
    const found = problemsOf(outcome).find((problem) => problem.check === check);
    t.regex(found?.message ?? '', message);
    t.regex(found?.advice ?? '', advice);
    t.notRegex(outcome.printed, /:wrong@|another secret, that/u);
  });
}

test.serial('a mail server that refuses the password says so', async (t) => {
  const mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
  });
  t.teardown(() => mail.stop());
  const SMTP_URL = Object.assign(new URL(mail.url), { username: 'me', password: 'wrong' }).href;
  const outcome = await command('doctor --json', { environment: { ...healthy, SMTP_URL } });
  t.is(outcome.code, 2);
  t.regex(problemsOf(outcome)[0]?.advice ?? '', /user and password in SMTP_URL/u);
});

test.serial('what could be better is a warning, with exit code 0', async (t) => {
  const fresh = await createTestDatabase();
  const { db, pool, close } = openDatabase({ databaseUrl: fresh.url });
  t.teardown(async () => {
    await close();
    await fresh.drop();
  });
  const environment = { ...healthy, DATABASE_URL: fresh.url, NODE_ENV: 'production' };
  const warnings = async () => {
    const outcome = await command('doctor --json', { environment });
    t.is(outcome.code, 0);
    return findingsOf(outcome).filter(({ status }) => status === 'warning');
  };
  const before = await warnings();
  t.deepEqual(
    before.map(({ check }) => check),
    ['keys', 'mail'],
  );
  t.regex(before[0]?.advice ?? '', /Start a server/u);
  t.is(await db.signingKey.count(), 0, 'looking makes no key');
  await addKey(db);
  await letKeysAge(db, 400 * 24 * 60 * 60);
  await pool.query(
    `INSERT INTO identity.outgoing_mails (id, encrypted_message, failed_at) VALUES (gen_random_uuid(), '', now())`,
  );
  const after = await warnings();
  t.regex(after[0]?.advice ?? '', /keys rotate/u);
  t.regex(after[1]?.message ?? '', /1 were given up/u);
});

test.serial('an unfinished rotation of the secret is found, and which servers are not ready for it', async (t) => {
  const newSecret = 'the next secret for tests, also of more than 32 characters';
  const { pool, close } = openDatabase({ databaseUrl: database.url });
  t.teardown(close);
  const secretFinding = async (environment: Record<string, string>) =>
    findingsOf(await command('doctor --json', { environment })).find(({ check }) => check === 'secret');
  const rotating = { ...healthy, IDENTITY_SECRET: newSecret, IDENTITY_OTHER_SECRETS: keySecret };

  t.like(await secretFinding(rotating), { status: 'warning', advice: 'Run: identity-server secret rotate' });
  const id = randomUUID();
  t.teardown(() => pool.query('DELETE FROM identity.server_processes'));
  await noteProcess(pool, id, [keySecret, newSecret]);
  const other = await secretFinding(rotating);
  t.is(other?.status, 'warning');
  t.regex(other?.message ?? '', /1 of 1 running process\(es\) encrypt with another secret/u);
  await pool.query('DELETE FROM identity.server_processes');
  await noteProcess(pool, id, [keySecret]);
  t.like(await secretFinding(rotating), { status: 'problem' });
  t.like(await secretFinding(healthy), { status: 'ok' });
  const short = await command('doctor --json', { environment: { ...healthy, IDENTITY_OTHER_SECRETS: 'short' } });
  t.true(problemsOf(short).some(({ message }) => message.startsWith('IDENTITY_OTHER_SECRETS must have at least 32')));
});
