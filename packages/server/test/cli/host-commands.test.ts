import { commandsWith } from '@org/identity-cli/line/program';
import type { DomainEvent } from '@org/identity-core';
import { licensing } from '@org/identity-licensing';
import { createVault } from '@org/identity-runtime/keys/secrets';
import { tenants } from '@org/identity-tenants';
import { users } from '@org/identity-users';
import test from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { program } from '../../src/cli/program.js';
import { byCommand, database, environment, eventsAbout } from '../support/cli-tests.js';
import { command } from '../support/run-command.js';
import { keySecret } from '../support/stored-keys.js';
import { visitors } from '../support/visitors-plugin.js';

const plugins = [users(), tenants(), licensing(), visitors()];

test.serial('a command of a host opens the database, finds a user and prints lines or JSON', async (t) => {
  const lines = await command('visitors show ANN@people.test', { environment, plugins });
  t.deepEqual(lines, { code: 0, printed: 'email    ann@people.test\ntenants  1', errors: '' });
  const json = await command('visitors show ann@people.test --json', { environment, plugins });
  t.deepEqual(JSON.parse(json.printed), { email: 'ann@people.test', tenants: 1 });
});

test.serial('errors of a command are printed: an unknown user, an error code of the plugin, no database', async (t) => {
  const unknown = await command('visitors show eve@people.test', { environment, plugins });
  t.deepEqual(unknown, { code: 1, printed: '', errors: 'There is no user "eve@people.test".' });
  t.is((await command('visitors show nobody', { environment, plugins })).errors, 'Nobody has visited.');
  const nowhere = await command('visitors show ann', { environment: { NODE_ENV: 'production' }, plugins });
  t.regex(nowhere.errors, /^DATABASE_URL is missing/u);
});

test.serial('a command of a host uses the services of its plugins, and their subscribers run', async (t) => {
  const heard: DomainEvent[] = [];
  const line = 'visitors greet --email ann@people.test --issuer https://id.example/';
  const host = [users(), tenants(), licensing(), visitors(heard)];
  const { code, printed } = await command(line, { environment, plugins: host });
  t.deepEqual([code, printed], [0, 'Welcome to https://id.example, ann@people.test']);
  const { id } = await database.db.user.findFirstOrThrow({ where: { email: 'ann@people.test' } });
  t.like((await eventsAbout(id)).at(-1), { type: 'visitor.greeted', ...byCommand });
  t.deepEqual(
    heard.map(({ type, subjectId }) => [type, subjectId]),
    [['visitor.greeted', id]],
  );
  const wrong = await command('visitors greet --issuer nowhere', { environment, plugins: host });
  t.regex(wrong.errors, /^The issuer .*: nowhere$/u);
});

test.serial('a command of a host signs and encrypts as the servers do', async (t) => {
  const { printed } = await command('visitors badge --json', { environment, plugins });
  const { signed, sealed } = JSON.parse(printed) as { signed: string; sealed: string };
  t.like(decodeProtectedHeader(signed), { typ: 'badge+jwt', alg: 'RS256' });
  t.like(decodeJwt(signed), { iss: 'https://id.example', sub: 'ann' });
  const opened = createVault([keySecret]).open('badge:ann', Buffer.from(sealed, 'base64'));
  t.is(Buffer.from(opened).toString(), signed);
  const without = await command('visitors badge', { environment: { DATABASE_URL: database.url }, plugins });
  t.regex(without.errors, /^IDENTITY_SECRET is missing/u);
});

test.serial('a command of a built-in plugin that the host does not use says which plugin is missing', async (t) => {
  const few = [users(), visitors()];
  for (const [line, plugin] of [
    ['tenants list', 'tenants'],
    ['tenants --help', 'tenants'],
    ['tenants lsit', 'tenants'],
    ['licenses statement --verify file', 'licensing'],
  ]) {
    const { code, printed, errors } = await command(line ?? '', { environment, plugins: few });
    t.deepEqual([code, printed], [1, ''], line);
    t.regex(errors, new RegExp(`is of the plugin "${plugin}", which this host does not use\\.$`, 'u'));
  }
  t.is((await command('users list', { environment, plugins: few })).code, 0);
  const help = (await command('--help', { plugins: few })).printed;
  t.regex(help, /^ {2}users list /mu);
  t.notRegex(help, /^ {2}(?:tenants|licenses) /mu);
});

test('a host with all built-in plugins has their commands in the order of the help text, and then its own', (t) => {
  const own = ['visitors show', 'visitors greet', 'visitors badge'];
  t.deepEqual(Object.keys(commandsWith(program, [visitors(), licensing(), users(), tenants()])), [
    ...Object.keys(program.commands),
    ...own,
  ]);
  t.deepEqual(Object.keys(commandsWith(program)), Object.keys(program.commands));
});

test('a plugin cannot declare a command of the server or of another plugin', (t) => {
  const declaring = (name: string) => ({
    name: 'copy',
    declares: { commands: { [name]: { summary: '', load: () => Promise.reject(new Error('not loaded')) } } },
  });
  for (const name of ['verify', 'clients list', 'users list', 'visitors show'])
    t.throws(() => commandsWith(program, [...plugins, declaring(name)]), {
      message: `The plugin "copy" declares the command "${name}", which exists.`,
    });
  t.notThrows(() => commandsWith(program, [users(), declaring('tenants list')]));
});
