import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { z } from 'zod';
import { database, environment } from '../support/cli-tests.js';
import { command, commandProcess } from '../support/run-command.js';

/** A plugin of a host that declares fields of clients. */
const colours: IdentityPlugin = {
  name: 'colours',
  declares: {
    clientFields: {
      colour: {
        kind: 'text',
        choices: ['red', 'blue'],
        browser: z.enum(['red', 'blue']).default('blue'),
        machine: z.enum(['red', 'blue']).optional(),
        refuse: (value, { type }) => (value === 'red' && type === 'SPA' ? 'is not for an SPA' : undefined),
        after: 'name',
        option: { value: 'colour', help: 'The colour of its button' },
        shown: { as: 'colour' },
        words: { en: { label: 'Colour', problem: 'Choose a colour.' } },
      },
      badges: {
        kind: 'list',
        browser: z.array(z.string().max(10)).default([]),
        option: { value: 'badge', help: 'A badge on its page' },
        words: { en: { label: 'Badges', problem: 'Enter short words.' } },
      },
    },
  },
};
const plugins = [colours];
const run = async (line: string) => {
  const { code, printed, errors } = await command(line, { environment, plugins });
  if (code !== 0) throw new Error(errors);
  return printed;
};
const browser = '--type CONFIDENTIAL --redirect-uri https://app.example/callback --require-nonce no';
const shown = async (id: string) => JSON.parse(await run(`clients show ${id} --json`)) as Record<string, unknown>;

test.serial('commands of a host have options for the fields of its plugins', async (t) => {
  const help = await run('clients create --help');
  t.regex(help, /--name .*\n +--colour <colour> +The colour of its button\n/u);
  t.regex(help, /--badge <badge>/u);
  await run(`clients create --id red --name Red ${browser} --colour red --badge new --badge hot`);
  t.like(await shown('red'), { colour: 'red', badges: ['new', 'hot'] });
  t.regex(await run('clients show red'), /^colour +red$/mu);
  const changed = JSON.parse(await run('clients update red --badge old --json')) as Record<string, unknown>;
  t.deepEqual([changed['changed'], changed['colour'], changed['badges']], [['badges'], 'red', ['old']]);
});

test.serial('each type of client has what its schema allows, and the rule of the field holds', async (t) => {
  await run(`clients create --id least --name Least ${browser}`);
  t.like(await shown('least'), { colour: 'blue', badges: [] });
  await run('clients create --id robot --name Robot --type MACHINE --scope tenants:read');
  t.like(await shown('robot'), { colour: null, badges: [] });
  for (const [line, message] of [
    [`clients create --id wrong --name Wrong ${browser} --colour green`, /^--colour: /u],
    [
      'clients create --id wrong --name Wrong --type MACHINE --scope tenants:read --badge x',
      /^--badge: cannot be used/u,
    ],
    [
      'clients create --id wrong --name Wrong --type SPA --redirect-uri https://a.example/ --require-nonce no --colour red',
      /^--colour: is not for an SPA/u,
    ],
  ] as const) {
    const { code, errors } = await command(line, { environment, plugins });
    t.is(code, 1);
    t.regex(errors, message);
  }
});

test.serial('a field of a plugin that is gone is not shown, and kept', async (t) => {
  await run(`clients create --id kept --name Kept ${browser} --colour red`);
  const without = (line: string) => commandProcess(line, { environment });
  const { printed } = await without('clients show kept --json');
  t.false('colour' in JSON.parse(printed));
  t.is((await without('clients update kept --name Renamed')).code, 0);
  const refused = await without('clients update kept --colour blue');
  t.is(refused.code, 1);
  t.like(await shown('kept'), { name: 'Renamed', colour: 'red' });
  const { pluginFields } = await database.db.client.findUniqueOrThrow({ where: { id: 'kept' } });
  t.deepEqual(pluginFields, { colour: 'red', badges: [] });
});

test('a plugin cannot declare a field that clients have already', async (t) => {
  const field = colours.declares?.clientFields?.['colour'];
  for (const name of ['redirectUris', 'secret', 'id', 'With space']) {
    const wrong = { name: 'wrong', declares: { clientFields: field ? { [name]: field } : {} } };
    const message = `The plugin "wrong" cannot declare the field of clients "${name}".`;
    await t.throwsAsync(command('clients create --help', { plugins: [wrong] }), { message });
  }
});
