import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOneTimeSecret } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { byCommand, database, environment, eventsAbout } from '../support/cli-tests.js';
import { command, commandProcess } from '../support/run-command.js';
import { keySecret } from '../support/stored-keys.js';

test.serial('migrate brings an empty database up to date, and says so the second time', async (t) => {
  const empty = await createTestDatabase({ empty: true });
  t.teardown(() => empty.drop());
  const surroundings = { environment: { DATABASE_URL: empty.url } };
  const before = await command('migrate status', surroundings);
  t.is(before.code, 2);
  t.regex(before.printed, /^missing {2}\d+_initial/u);
  const refused = await command('clients list', surroundings);
  t.is(refused.code, 1);
  t.regex(refused.errors, /Run "identity-server migrate"/u);
  const first = await commandProcess('migrate', surroundings);
  t.is(first.code, 0);
  t.regex(first.errors, /^Applying \d+_initial …$/mu);
  t.regex(first.printed, /^Applied \d+_initial/u);
  t.is((await command('migrate', surroundings)).printed, 'The database is up to date.');
  const after = await command('migrate status --json', surroundings);
  t.is(after.code, 0);
  t.deepEqual((JSON.parse(after.printed) as { pending: string[] }).pending, []);
});

test.serial('a command at a terminal asks whether the client sends a nonce; a script is not asked', async (t) => {
  const line = (id: string, more = '') =>
    `clients create --id ${id} --name Web --type SPA --redirect-uri https://web.example/callback ${more}`;
  const ruleOf = async (id: string) => (await database.db.client.findUniqueOrThrow({ where: { id } })).requireNonce;
  t.is((await command(line('asked-no'), { environment, answer: 'no' })).code, 0);
  t.false(await ruleOf('asked-no'));
  t.is((await command(line('asked-yes', '--id-token-claims'), { environment, answer: 'Yes' })).code, 0);
  t.true(await ruleOf('asked-yes'));
  t.is((await command(line('asked-nothing'), { environment, answer: '' })).code, 0);
  t.is(await ruleOf('asked-nothing'), null);
  t.is((await command(line('script'), { environment })).code, 0);
  t.is(await ruleOf('script'), null);
  t.is((await command(line('told', '--require-nonce no'), { environment, answer: 'yes' })).code, 0);
  t.false(await ruleOf('told'));
  t.is((await command(line('unclear', '--require-nonce maybe'), { environment })).code, 1);
});

test.serial('help is printed when asked for, and when there is no command', async (t) => {
  const asked = await commandProcess('--help');
  t.is(asked.code, 0);
  t.regex(asked.printed, /^Usage: identity-server/u);
  t.is((await command('')).code, 1);
  for (const [name] of asked.printed.matchAll(/(?<=^ {2})(?:\w[\w-]*(?: [\w-]+)?)(?= {2,}[A-Z])/gmu)) {
    const { code, printed } = await command(`${name} --help`);
    t.is(code, 0, name);
    t.true(printed.startsWith(`Usage: identity-server ${name} `), name);
    for (const part of ['--json', '--help', 'Exit codes']) t.true(printed.includes(part), `${name} ${part}`);
  }
});

test.serial('the help names the settings that plugins of the host declare', async (t) => {
  const plugins = [{ name: 'billing', declares: { settings: { BILLING_URL: 'Where invoices are sent to' } } }];
  const { printed } = await command('--help', { plugins });
  t.regex(printed, /^ {2}BILLING_URL +Where invoices are sent to$/mu);
  t.notRegex((await command('--help')).printed, /BILLING_URL/u);
});

test.serial('the version is printed, and a group alone prints its own help', async (t) => {
  const version = await commandProcess('--version');
  t.is(version.code, 0);
  t.regex(version.printed, /^\d+\.\d+\.\d+\n$/u);
  const asked = await command('users --help');
  t.is(asked.code, 0);
  t.regex(asked.printed, /^Usage: identity-server users <command>/u);
  t.regex(asked.printed, /^ {2}users disable /mu);
  t.notRegex(asked.printed, /clients/u);
  const alone = await commandProcess('users');
  t.is(alone.code, 1, 'nothing was done');
  t.is(alone.printed, `${asked.printed}\n`);
});

test.serial(
  'a client gets a secret that is printed once and stored by hash, and it is in the audit trail',
  async (t) => {
    const line =
      'clients create --id robot --name A_robot --type machine --scope licenses:read --tenant acme --application Shop --json';
    const { code, printed } = await commandProcess(line, { environment });
    t.is(code, 0);
    const { secret, ...rest } = JSON.parse(printed) as { secret: string };
    t.deepEqual(rest, { id: 'robot', type: 'MACHINE' });
    const client = await database.db.client.findUniqueOrThrow({
      where: { id: 'robot' },
      include: { secrets: true, tenant: true, application: true },
    });
    t.like(client, {
      name: 'A robot',
      scopes: ['licenses:read'],
      tenant: { slug: 'acme' },
      application: { name: 'Shop' },
    });
    t.deepEqual(
      client.secrets.map(({ hash }) => Buffer.from(hash)),
      [Buffer.from(hashOneTimeSecret(secret))],
    );
    t.true(Buffer.from(secret, 'base64url').length >= 32);
    const events = await eventsAbout('robot');
    t.is(events.length, 1);
    t.like(events[0], { type: 'client.created', tenantId: client.tenantId, ...byCommand });
    t.false(JSON.stringify(events).includes(secret));
    const again = await command(line, { environment });
    t.is(again.code, 1);
    t.regex((JSON.parse(again.printed) as { error: string }).error, /A client "robot" already exists/u);
    t.is(await database.db.clientSecret.count({ where: { clientId: 'robot' } }), 1);
  },
);

test.serial(
  'a secret is rotated with a grace: the old one ends by then, one that ends sooner keeps its end',
  async (t) => {
    const made = await command('clients create --id api --name API --type MACHINE --scope licenses:read --json', {
      environment,
    });
    const { secret: first } = JSON.parse(made.printed) as { secret: string };
    const { code, printed } = await commandProcess('clients rotate-secret api --grace 3600', { environment });
    t.is(code, 0);
    const second = /not shown again: (\S+)/u.exec(printed)?.[1] ?? '';
    const third = JSON.parse((await command('clients rotate-secret api --json', { environment })).printed) as {
      secret: string;
    };
    const secrets = await database.db.clientSecret.findMany({
      where: { clientId: 'api' },
      orderBy: { createdAt: 'asc' },
    });
    t.deepEqual(
      secrets.map(({ hash }) => Buffer.from(hash)),
      [first, second, third.secret].map((secret) => Buffer.from(hashOneTimeSecret(secret))),
    );
    const hours = secrets.map(
      ({ expiresAt }) => expiresAt && Math.round((expiresAt.getTime() - Date.now()) / 3_600_000),
    );
    t.deepEqual(hours, [1, 24, null]);

    await command('clients rotate-secret api --grace 0', { environment });
    const { clients } = JSON.parse((await command('clients list --json', { environment })).printed) as {
      clients: { id: string; secrets: unknown[] }[];
    };
    t.is(clients.find(({ id }) => id === 'api')?.secrets.length, 1, 'without a grace the others end at once');
    const types = (await eventsAbout('api')).map(({ type }) => type);
    t.deepEqual(types, ['client.created', ...Array<string>(3).fill('client.secret_rotated')]);
  },
);

test.serial('five rotations of one secret at once leave one that does not end', async (t) => {
  await command('clients create --id busy --name Busy --type MACHINE --scope licenses:read', { environment });
  const line = 'clients rotate-secret busy --grace 60';
  await Promise.all(Array.from({ length: 5 }, () => command(line, { environment })));
  const lasting = await database.db.clientSecret.count({ where: { clientId: 'busy', expiresAt: null } });
  t.is(lasting, 1);
});

test.serial('clients are listed with their secrets counted, never shown', async (t) => {
  const { code, printed } = await commandProcess('clients list', { environment });
  t.is(code, 0);
  t.regex(printed, /^CLIENT {2,}TYPE/u);
  t.regex(printed, /^spa +SPA +SPA +0$/mu);
});

test.serial('at a terminal deleting is asked for, and only "yes" deletes; elsewhere --yes is needed', async (t) => {
  const create = 'clients create --id doomed --name Doomed --type MACHINE --scope licenses:read';
  await command(create, { environment });
  const line = 'clients delete doomed';
  const count = () => database.db.client.count({ where: { id: 'doomed' } });
  const refused = await command(line, { environment, answer: 'y' });
  t.is(refused.code, 1);
  t.is(refused.errors, 'Nothing was deleted.');
  t.regex((await command(line, { environment })).errors, /give --yes/u);
  t.regex((await command(`${line} --json`, { environment, answer: 'yes' })).printed, /give --yes/u);
  t.is(await count(), 1);
  t.is((await command(line, { environment, answer: 'yes' })).code, 0);
  t.is(await count(), 0);
  t.regex((await command(`${line} --yes`, { environment })).errors, /no client "doomed"/u);
});

test.serial('a client is blocked after a question, and unblocked', async (t) => {
  await command('clients create --id noisy --name Noisy --type MACHINE --scope licenses:read', { environment });
  const blockedAt = async () => (await database.db.client.findUniqueOrThrow({ where: { id: 'noisy' } })).blockedAt;
  t.is((await command('clients block noisy', { environment, answer: 'no' })).errors, 'Nothing was blocked.');
  t.is(await blockedAt(), null);
  t.is((await command('clients block noisy', { environment, answer: 'yes' })).code, 0);
  t.truthy(await blockedAt());
  t.regex((await command('clients show noisy', { environment })).printed, /blocked at +20/u);
  t.is((await command('clients unblock noisy', { environment })).code, 0);
  t.is(await blockedAt(), null);
  t.regex((await command('clients block nobody --yes', { environment })).errors, /no client "nobody"/u);
});

test.serial('a client that a machine has changed is shown as not confirmed, and can be confirmed', async (t) => {
  await command(
    'clients create --id touched --name Touched --type SPA --redirect-uri https://app.example/callback --first-party',
    { environment },
  );
  t.regex((await command('clients show touched', { environment })).printed, /confirmed +yes/u);
  const data = { clientId: 'touched', changedBy: 'robot', changed: ['redirectUris'] };
  await database.db.unconfirmedClient.create({ data });
  t.regex((await command('clients show touched', { environment })).printed, /confirmed +no/u);
  t.is((await command('clients confirm touched', { environment })).code, 0);
  t.is(await database.db.unconfirmedClient.count(), 0);
  const { actorKind, data: told } = await database.db.event.findFirstOrThrow({ where: { type: 'client.confirmed' } });
  t.deepEqual([actorKind, told], ['system', { changed: ['redirectUris'], changedBy: 'robot' }]);
  t.regex((await command('clients confirm nobody', { environment })).errors, /no client "nobody"/u);
});

test.serial('what is missing in the environment is named', async (t) => {
  // Not the data folder of a server that a developer may have started here.
  const nowhere = { DATA_DIR: join(tmpdir(), randomUUID()) };
  t.regex((await command('migrate', { environment: nowhere })).errors, /DATABASE_URL is missing/u);
  const { errors } = await command('keys rotate', { environment: { ...nowhere, DATABASE_URL: database.url } });
  t.regex(errors, /IDENTITY_SECRET is missing/u);
});

test.serial(
  'without DATABASE_URL the database and the secret of the data folder are used, never in production',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'identity-data-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'database-url'), `${database.url}\n`);
    await writeFile(join(folder, 'secret'), keySecret);
    const surroundings = { environment: { DATA_DIR: folder } };
    t.is((await commandProcess('clients list', surroundings)).code, 0);
    const doctor = await command('doctor --json', surroundings);
    const { findings } = JSON.parse(doctor.printed) as { findings: { check: string; status: string }[] };
    t.deepEqual(findings.find(({ check }) => check === 'keys')?.status, 'ok');
    const inProduction = { environment: { DATA_DIR: folder, NODE_ENV: 'production' } };
    t.regex((await command('clients list', inProduction)).errors, /DATABASE_URL is missing/u);
    // The file that a killed server leaves behind.
    await writeFile(join(folder, 'database-url'), 'postgresql://postgres:secret-of-it@127.0.0.1:1/identity');
    const stale = await command('clients list', surroundings);
    t.is(stale.code, 1);
    t.regex(stale.errors, /^The embedded database of .* is not running .*npm start/u);
    t.notRegex(stale.errors, /secret-of-it/u);
  },
);
