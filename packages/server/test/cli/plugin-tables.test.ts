import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { endAfterRestore, licensing, tenants, users } from '../../src/index.js';
import { database, environment } from '../support/cli-tests.js';
import { command } from '../support/run-command.js';

const notes: IdentityPlugin = {
  name: 'notes',
  declares: { migrations: [{ name: '0001_notes', sql: 'CREATE SCHEMA notes; CREATE TABLE notes.notes (id int)' }] },
};
const withNotes = { plugins: [users(), tenants(), licensing(), notes] };
const withoutNotes = { plugins: [users(), tenants(), licensing()] };

test.serial('every command asks for the tables of the plugins of the host, until migrate has added them', async (t) => {
  const missing = await command('migrate status', { environment, ...withNotes });
  t.is(missing.code, 2);
  t.regex(missing.printed, /^missing {2}notes\/0001_notes$/mu);
  const refused = await command('clients list', { environment, ...withNotes });
  t.is(refused.code, 1);
  t.regex(refused.errors, /"notes\/0001_notes" on\. Run "identity-server migrate" with the plugins of this server/u);
  const doctor = await command('doctor', { environment, ...withNotes });
  t.regex(doctor.printed, /^problem +migrations +1 migration\(s\) are missing, from "notes\/0001_notes" on/mu);
  const verified = await command('verify', { environment, ...withNotes });
  t.is(verified.code, 2);
  t.regex(verified.printed, /^ +Not so: 1, for example notes\/0001_notes$/mu);
  await t.throwsAsync(endAfterRestore({ databaseUrl: database.url, ...withNotes, dryRun: true }), {
    message: /"notes\/0001_notes"/u,
  });

  const rehearsed = await command('migrate --rehearse', { environment, ...withNotes });
  t.deepEqual([rehearsed.code, rehearsed.printed], [0, 'Would apply notes/0001_notes.']);
  t.is((await command('migrate status', { environment, ...withNotes })).code, 2);
  const migrated = await command('migrate', { environment, ...withNotes });
  t.deepEqual([migrated.code, migrated.printed], [0, 'Applied notes/0001_notes.']);
  for (const line of ['migrate status', 'clients list', 'verify'])
    t.is((await command(line, { environment, ...withNotes })).code, 0, line);
  t.regex((await command('doctor', { environment, ...withNotes })).printed, /^ok +migrations/mu);
});

test.serial('the tables of a plugin that was removed are named, and are no problem', async (t) => {
  await command('migrate', { environment, ...withNotes });
  const left = 'The plugin "notes" is not among those of this command; its tables stay: notes.notes';
  for (const surroundings of [withoutNotes, {}]) {
    const status = await command('migrate status', { environment, ...surroundings });
    t.is(status.code, 0);
    t.true(status.printed.includes(`other    ${left}`));
    const verified = await command('verify', { environment, ...surroundings });
    t.is(verified.code, 0);
    t.true(verified.printed.includes(`${left}.`));
    t.is((await command('migrate', { environment, ...surroundings })).printed, 'The database is up to date.');
  }
});
