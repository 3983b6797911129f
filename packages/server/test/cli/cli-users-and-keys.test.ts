import { PassThrough } from 'node:stream';
import { readSecret } from '@org/identity-cli/line/read-secret';
import { verifyPassword } from '@org/identity-users';
import test from 'ava';
import { byCommand, database, environment, eventsAbout } from '../support/cli-tests.js';
import { command, commandProcess } from '../support/run-command.js';

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
  t.regex(first.printed, /^ANN@people\.test is a super admin now\.\n.* users second-factor-link ANN@people\.test\n$/u);
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
  ['migrate fast', /"migrate" takes only options/u],
  ['migrate --fast', /fast/u],
  ['clients rotate-secret', /takes <client-id>/u],
  ['migrate --database-url postgresql://nobody@127.0.0.1:1/none', /ECONNREFUSED/u],
  ['migrate --database-url nonsense', /postgresql:\/\/ URL/u],
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
    /^--first-party: cannot be used with/u,
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
  ['clients rotate-secret spa', /has no secret/u],
  ['clients rotate-secret spa --grace forever', /--grace must be a whole number/u],
  ['keys rotate --announce 60', /--announce must be a whole number from 120/u],
  ['keys rotate --announce 600 --compromised', /exclude each other/u],
  ['users create --email nowhere', /^--email: must be an email address$/u, 'seven green bicycles at dawn'],
  ['users create --email bob@people.test', /too easy to guess/u, 'password123'],
  ['users create --email bob@people.test', /There is no password/u, ''],
  [
    'users create --email Ann@people.test',
    /already an account with the email "Ann@people.test"/u,
    'seven green bicycles at dawn',
  ],
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
