import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { hashOneTimeSecret } from '@org/identity-core';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { verifyPassword } from '@org/identity-users';
import test from 'ava';
import { readSecret } from '../../src/cli/read-secret.js';
import { seed } from '../../src/index.js';
import { loadKeys } from '../../src/keys/load-keys.js';
import { command, commandProcess } from '../support/run-command.js';
import { addKey, keySecret } from '../support/stored-keys.js';

// In turn: each command opens connections of its own.
let database: TestDatabase & OpenDatabase;
let environment: Record<string, string>;
test.before(async () => {
  const { url, drop } = await createTestDatabase();
  await seed({
    databaseUrl: url,
    data: {
      applications: [{ name: 'Shop' }],
      users: [{ email: 'ann@people.test', password: 'a long first passphrase' }],
      tenants: [{ slug: 'acme', name: 'Acme', members: [{ email: 'ann@people.test', role: 'owner' }] }],
      clients: [{ id: 'spa', name: 'SPA', type: 'SPA', redirectUris: ['https://app.example/callback'] }],
    },
  });
  const opened = openDatabase({ databaseUrl: url });
  const close = async () => {
    await opened.close();
    await drop();
  };
  database = { ...opened, url, drop, close };
  await addKey(opened.db);
  await loadKeys(opened.db, keySecret);
  environment = { DATABASE_URL: url, IDENTITY_SECRET: keySecret };
});
test.after.always(() => database?.close());

const eventsAbout = (subjectId: string) => database.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
const byCommand = { actorKind: 'system', actorId: 'cli' };

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
    t.regex((JSON.parse(again.printed) as { error: string }).error, /a client "robot" already/u);
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

test.serial('an account is added with a password from standard input, checked like every other', async (t) => {
  const password = 'seven green bicycles at dawn';
  const { code, printed } = await commandProcess('users create --email Ada@People.test --super-admin --json', {
    environment,
    input: `${password}\n`,
  });
  t.is(code, 0);
  const { id } = JSON.parse(printed) as { id: string };
  const user = await database.db.user.findUniqueOrThrow({ where: { id } });
  t.like(user, { email: 'Ada@People.test', normalizedEmail: 'ada@people.test', emailVerified: true, superAdmin: true });
  t.true(await verifyPassword(user.passwordHash ?? '', password));
  t.false(printed.includes(password));
  const events = await eventsAbout(id);
  t.deepEqual(
    events.map(({ type }) => type),
    ['account.created', 'super_admin.granted'],
  );
  for (const event of events) t.like(event, byCommand);
});

test.serial('at a terminal the password is asked for, and what is typed is not shown', async (t) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write('seven green bicycles\rsomething else\r');
  t.is(await readSecret('Password', Object.assign(input, { isTTY: true }), output), 'seven green bicycles');
  t.is(String(output.read()), 'Password: \n');
});

test.serial('an account can have a password that is made for it, or none', async (t) => {
  const made = await command('users create --email made@people.test --generate-password --json', { environment });
  const { password, id } = JSON.parse(made.printed) as { password: string; id: string };
  const { passwordHash } = await database.db.user.findUniqueOrThrow({ where: { id } });
  t.true(await verifyPassword(passwordHash ?? '', password));
  const none = await command('users create --email none@people.test --no-password --json', { environment });
  const without = await database.db.user.findUniqueOrThrow({
    where: { id: (JSON.parse(none.printed) as { id: string }).id },
  });
  t.is(without.passwordHash, null);
});

test.serial('somebody is made super admin once', async (t) => {
  const first = await commandProcess('users make-super-admin ANN@people.test', { environment });
  t.is(first.code, 0);
  t.is(first.printed, 'ANN@people.test is a super admin now.\n');
  const { id } = await database.db.user.findUniqueOrThrow({ where: { normalizedEmail: 'ann@people.test' } });
  const again = await command('users make-super-admin ann@people.test --json', { environment });
  t.deepEqual(JSON.parse(again.printed), { id, email: 'ann@people.test', changed: false });
  t.deepEqual(
    (await eventsAbout(id)).map(({ type, actorId }) => [type, actorId]),
    [['super_admin.granted', 'cli']],
  );
});

test.serial('somebody who has lost app, passkeys and recovery codes is let in again', async (t) => {
  const { id } = await database.db.user.create({
    data: {
      email: 'lost@people.test',
      normalizedEmail: 'lost@people.test',
      mfaEnabled: true,
      totp: { create: { encryptedSecret: Buffer.from('x'), confirmedAt: new Date() } },
      passkeys: { create: { credentialId: 'key', name: 'Key', publicKey: Buffer.from('x'), counter: 0 } },
      recoveryCodes: { create: { codeHash: Buffer.from('x') } },
    },
  });
  const done = await command('users remove-second-factors LOST@people.test', { environment });
  t.is(done.printed, 'LOST@people.test signs in without a second factor now.');
  const include = { totp: true, passkeys: true, recoveryCodes: true };
  t.like(await database.db.user.findUniqueOrThrow({ where: { id }, include }), {
    mfaEnabled: false,
    totp: null,
    passkeys: [],
    recoveryCodes: [],
  });
  const again = await command('users remove-second-factors lost@people.test --json', { environment });
  t.deepEqual(JSON.parse(again.printed), { id, email: 'lost@people.test', removed: 0 });
  t.deepEqual(
    (await eventsAbout(id)).map(({ type, actorId }) => [type, actorId]),
    [['mfa.disabled', 'cli']],
  );
});

for (const [line, expected, input] of [
  ['fly', /no command "fly"/u],
  ['keys fly', /no command "keys fly"/u],
  ['migrate fast', /"migrate" is followed by nothing but options/u],
  ['migrate --fast', /fast/u],
  ['clients rotate-secret', /is followed by <client-id>/u],
  ['migrate --database-url postgresql://nobody@127.0.0.1:1/none', /ECONNREFUSED/u],
  ['migrate --database-url nonsense', /postgresql:\/\/ address/u],
  ['clients create --id x --name X --type MACHINE --scope licenses:read', /^--id: must be 3 to 100/u],
  [
    'clients create --id web --name W --type CONFIDENTIAL --redirect-uri http://a.test/',
    /^--redirect-uri: must use https/u,
  ],
  [
    'clients create --id web --name W --type SPA --redirect-uri https://a.test/ --redirect-uri http://b.test/',
    /^--redirect-uri http:\/\/b\.test\/: must use https/u,
  ],
  ['clients create --id bot --name B --type MACHINE --scope everything', /^--scope: must be one of /u],
  [
    'clients create --id bot --name B --type MACHINE --scope licenses:read --tenant no',
    /^--tenant: there is no tenant "no"$/u,
  ],
  [
    'clients create --id bot --name B --type MACHINE --scope licenses:read --first-party',
    /^--first-party: does not go with/u,
  ],
  ['clients create --id bot --type MACHINE --scope licenses:read', /^--name: is required$/u],
  ['clients create --id bot --name B --type MACHINE', /^--scope: is required$/u],
  ['clients create --id bot --name B --type ROBOT', /^--type: must be CONFIDENTIAL, SPA or MACHINE$/u],
  ['clients create --id bot --name B', /^--type: must be CONFIDENTIAL, SPA or MACHINE$/u],
  ['clients create --id web --name W --type SPA', /^--redirect-uri: is required$/u],
  ['clients create --id web --name W --type SPA --logo-uri nowhere', /^--logo-uri: must be an http or https URL$/mu],
  ['users create', /^--email: is required$/u, 'seven green bicycles at dawn'],
  ['users list --limit 101', /^--limit must be a whole number from 1 to 100/u],
  ['users list --status sleeping', /^--status: must be one of ACTIVE, DISABLED, DELETED$/u],
  ['users show nobody@people.test', /^There is no user "nobody@people.test"\.$/u],
  ['users disable 019a0000-0000-7000-8000-00000000ffff', /^There is no user /u],
  ['users enable nobody', /^There is no user "nobody"\.$/u],
  ['client list', /^There is no command "client list"\. Did you mean "clients list"\?/u],
  ['clients lsit', /Did you mean "clients list"\?/u],
  ['docter', /Did you mean "doctor"\?/u],
  ['clients list --jsno', /^There is no option --jsno\. Did you mean --json\?/u],
  ['clients rotate-secret nobody', /no client "nobody"/u],
  ['clients rotate-secret spa', /it has no secret/u],
  ['clients rotate-secret spa --grace forever', /--grace must be a whole number/u],
  ['keys rotate --announce 60', /--announce must be a whole number from 120/u],
  ['keys rotate --announce 600 --compromised', /exclude each other/u],
  ['users create --email nowhere', /^--email: must be an email address$/u, 'seven green bicycles at dawn'],
  ['users create --email bob@people.test', /too easy to guess/u, 'password123'],
  ['users create --email bob@people.test', /There is no password/u, ''],
  ['users create --email Ann@people.test', /address "Ann@people.test" already/u, 'seven green bicycles at dawn'],
  ['users make-super-admin nobody@people.test', /no account/u],
  ['users remove-second-factors nobody@people.test', /no account/u],
] as const) {
  test.serial(
    `"${line}"${input === undefined ? '' : ` with "${input}"`} fails with one clear message and exit code 1`,
    async (t) => {
      const { code, errors } = await command(line, { environment, input: input ?? '' });
      t.is(code, 1);
      t.regex(errors, expected);
      t.is(await database.db.client.count({ where: { id: { in: ['x', 'web', 'bot'] } } }), 0);
      t.is(await database.db.user.count({ where: { normalizedEmail: 'bob@people.test' } }), 0);
    },
  );
}

test.serial('what is missing in the environment is named', async (t) => {
  // Somewhere else than the data of a server that a developer may have started here.
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
    // What a killed server leaves behind.
    await writeFile(join(folder, 'database-url'), 'postgresql://postgres:secret-of-it@127.0.0.1:1/identity');
    const stale = await command('clients list', surroundings);
    t.is(stale.code, 1);
    t.regex(stale.errors, /^The embedded database of .* is not running .*npm start/u);
    t.notRegex(stale.errors, /secret-of-it/u);
  },
);

test.serial('the next key is published by command, once, and listed', async (t) => {
  const [before] = await database.db.signingKey.findMany();
  const wrong = { ...environment, IDENTITY_SECRET: 'another secret, that is also longer than 32' };
  t.regex((await command('keys rotate', { environment: wrong })).errors, /another secret/u);
  const { code, printed, errors } = await commandProcess('keys rotate --announce 600', { environment });
  t.is(code, 0);
  t.regex(errors, /^Making a key …$/mu);
  const kid = /^The key (\S+) is published and signs from /u.exec(printed)?.[1] ?? '';
  t.like((await eventsAbout(kid))[0], { type: 'signing_key.announced', ...byCommand });
  const again = JSON.parse((await command('keys rotate --json', { environment })).printed) as object;
  t.like(again, { kid, created: false });
  const listed = await commandProcess('keys list --json', { environment });
  const { keys } = JSON.parse(listed.printed) as { keys: { kid: string; state: string }[] };
  t.deepEqual(
    keys.map((key) => [key.kid, key.state]),
    [
      [before?.kid ?? '', 'active'],
      [kid, 'next'],
    ],
  );
  t.notRegex(listed.printed, /"d"|encrypted/iu);
});

test.serial('keys that somebody else may know are replaced by command', async (t) => {
  const { code, printed } = await command('keys rotate --compromised', { environment });
  t.is(code, 0);
  const kid = /^The key (\S+) signs now/u.exec(printed)?.[1];
  t.deepEqual(
    (await database.db.signingKey.findMany()).map((key) => key.kid),
    [kid],
  );
});
