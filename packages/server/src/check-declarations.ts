import { type Declarations, isTakenField } from '@org/identity-core';
import type { IdentityPlugin, Transaction } from '@org/identity-prisma';

/** What a plugin can declare under a name, and what that is called in an error. */
const named: readonly [what: string, names: (declared: Declarations<Transaction>) => readonly string[]][] = [
  ['the service', ({ services }) => services ?? []],
  ['the event type', ({ events }) => Object.keys(events ?? {})],
  ['the sentence of the event type', ({ sentences }) => Object.keys(sentences?.en ?? {})],
  ['the error code', ({ errors }) => Object.keys(errors ?? {})],
  ['the scope', ({ scopes }) => Object.keys(scopes ?? {})],
  ['the field of clients', ({ clientFields }) => Object.keys(clientFields ?? {})],
  ['the reason of failed sign-ins', ({ failedSignIns }) => Object.keys(failedSignIns ?? {})],
  ['the section of the seed', ({ seed }) => Object.keys(seed?.sections ?? {})],
  ['the path', ({ paths }) => paths ?? []],
  ['the command', ({ commands }) => Object.keys(commands ?? {})],
  ['the setting', ({ settings }) => Object.keys(settings ?? {})],
  ['the sealed column', ({ sealed }) => (sealed ?? []).map(({ table, column }) => `${table}.${column}`)],
  ['the check', ({ checks }) => (checks?.checks ?? []).map(({ name }) => name)],
  ['the step after a restore', ({ restoreSteps }) => (restoreSteps ?? []).map(({ name }) => name)],
];

/** What plugins had beside their name in earlier versions. Ignoring it would leave out a guard or a check without a word. */
const moved = {
  'belongs into "setup"': [
    ...['tenants', 'routes', 'pages', 'areas', 'names', 'steps', 'tokenClaims', 'subscribers', 'jobs'],
    ...['writesMails', 'personalData', 'start', 'drain', 'close'],
  ],
  'belongs into "declares"': ['sealed', 'checks', 'restoreSteps'],
  'is a service: name it in "declares", and return it from "setup"': ['accounts', 'invitationLicenses', 'eventFeed'],
  'is the service "signInRecords"': ['recordsSignIns'],
};

/** Throws if two plugins have the same name, or declare something with the same name. The error names both. */
export function checkDeclarations(plugins: readonly Pick<IdentityPlugin, 'name' | 'declares'>[]): void {
  const names = plugins.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two plugins are called "${twice}". Every plugin needs a unique name.`);
  for (const plugin of plugins) {
    for (const [instead, parts] of Object.entries(moved)) {
      const part = parts.find((name) => Object.hasOwn(plugin, name));
      if (part) throw new Error(`The part "${part}" of the plugin "${plugin.name}" ${instead}.`);
    }
  }
  for (const { name, declares } of plugins) {
    const field = Object.keys(declares?.clientFields ?? {}).find(isTakenField);
    if (field) throw new Error(`The plugin "${name}" cannot declare the field of clients "${field}".`);
  }
  for (const [what, namesIn] of named) {
    const owners = new Map<string, string>();
    for (const { name: plugin, declares = {} } of plugins) {
      for (const name of namesIn(declares)) {
        const other = owners.get(name);
        if (other !== undefined)
          throw new Error(`The plugins "${other}" and "${plugin}" both declare ${what} "${name}".`);
        owners.set(name, plugin);
      }
    }
  }
}
