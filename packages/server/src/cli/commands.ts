import type { CommandDeclaration } from '@org/identity-core';
import { licenseCommands } from '@org/identity-licensing/commands';
import type { IdentityPlugin } from '@org/identity-prisma';
import { tenantCommands } from '@org/identity-tenants/commands';
import { userCommands } from '@org/identity-users/commands';
import { declarePlugins } from './declare-plugins.js';
import type { ServerTools } from './line/command.js';

export type Commands = Readonly<Record<string, CommandDeclaration<ServerTools>>>;

const listed: Commands = {
  migrate: {
    summary: 'Bring the database up to date',
    load: async () => (await import('./database/migrate.js')).migrateCommand,
  },
  'migrate status': {
    summary: 'Say which migrations are applied and which are missing',
    load: async () => (await import('./database/migrate-status.js')).migrateStatusCommand,
  },
  'clients list': {
    summary: 'List the clients',
    load: async () => (await import('./clients/clients-list.js')).clientsListCommand,
  },
  'clients show': {
    summary: 'Show one client',
    load: async () => (await import('./clients/clients-show.js')).clientsShowCommand,
  },
  'clients create': {
    summary: 'Add a client; its secret is printed once',
    load: async () => (await import('./clients/clients-create.js')).clientsCreateCommand,
  },
  'clients update': {
    summary: 'Change a client',
    load: async () => (await import('./clients/clients-update.js')).clientsUpdateCommand,
  },
  'clients delete': {
    summary: 'Delete a client; its grants and tokens end at once',
    load: async () => (await import('./clients/clients-delete.js')).clientsDeleteCommand,
  },
  'clients block': {
    summary: 'Block a client in all tenants; its grants and tokens end at once',
    load: async () => (await import('./clients/clients-block.js')).clientsBlockCommand,
  },
  'clients unblock': {
    summary: 'Let a blocked client be used again',
    load: async () => (await import('./clients/clients-unblock.js')).clientsUnblockCommand,
  },
  'clients confirm': {
    summary: 'Confirm a client that a machine has made or changed',
    load: async () => (await import('./clients/clients-confirm.js')).clientsConfirmCommand,
  },
  'clients rotate-secret': {
    summary: 'Give a client a new secret; the old one keeps working for a while',
    load: async () => (await import('./clients/clients-rotate-secret.js')).clientsRotateSecretCommand,
  },
  ...tenantCommands,
  'applications list': {
    summary: 'List the applications and their license types',
    load: async () => (await import('./applications/applications-list.js')).applicationsListCommand,
  },
  'applications create': {
    summary: 'Add an application',
    load: async () => (await import('./applications/applications-create.js')).applicationsCreateCommand,
  },
  'applications update': {
    summary: 'Rename an application, or change which seat agents need',
    load: async () => (await import('./applications/applications-update.js')).applicationsUpdateCommand,
  },
  'apis list': {
    summary: 'List the APIs that clients can get tokens for',
    load: async () => (await import('./apis/apis-list.js')).apisListCommand,
  },
  'apis create': {
    summary: 'Add an API',
    load: async () => (await import('./apis/apis-create.js')).apisCreateCommand,
  },
  'apis update': {
    summary: 'Change an API',
    load: async () => (await import('./apis/apis-update.js')).apisUpdateCommand,
  },
  'apis delete': {
    summary: 'Delete an API; nobody gets a token for it any more',
    load: async () => (await import('./apis/apis-delete.js')).apisDeleteCommand,
  },
  ...licenseCommands,
  'events months': {
    summary: 'List the months of the audit trail, and which are exported',
    load: async () => (await import('./events/events-months.js')).eventsMonthsCommand,
  },
  'events export': {
    summary: 'Write the events of a month to a file',
    load: async () => (await import('./events/events-export.js')).eventsExportCommand,
  },
  'events drop': {
    summary: 'Drop the events of a month and of all months before it',
    load: async () => (await import('./events/events-drop.js')).eventsDropCommand,
  },
  'events add-months': {
    summary: 'Make room for the events of the next months',
    load: async () => (await import('./events/events-add-months.js')).eventsAddMonthsCommand,
  },
  'keys list': {
    summary: 'List the keys that sign tokens',
    load: async () => (await import('./keys/keys-list.js')).keysListCommand,
  },
  'keys rotate': {
    summary: 'Publish the next signing key',
    load: async () => (await import('./keys/keys-rotate.js')).keysRotateCommand,
  },
  'secret status': {
    summary: "Count what was encrypted with which of the servers' secrets",
    load: async () => (await import('./secret/secret-status.js')).secretStatusCommand,
  },
  'secret rotate': {
    summary: "Encrypt everything with the servers' new secret",
    load: async () => (await import('./secret/secret-rotate.js')).secretRotateCommand,
  },
  ...userCommands,
  verify: {
    summary: 'Check that the data of the database is whole',
    load: async () => (await import('./database/verify.js')).verifyCommand,
  },
  'after-restore': {
    summary: 'End what a database restored from a backup has brought back',
    load: async () => (await import('./database/after-restore.js')).afterRestoreCommand,
  },
  doctor: {
    summary: 'Check configuration, database, clock, keys and mail, and say what to do',
    load: async () => (await import('./database/doctor.js')).doctorCommand,
  },
};

/** Every command by its name, with the built-in plugins. */
export const commands: Commands = withFields(listed);

/** The options of these commands are the fields of clients, also those of plugins. */
function withFields(all: Commands, plugins?: readonly Pick<IdentityPlugin, 'name' | 'declares'>[]): Commands {
  const needsFields = ['clients create', 'clients update'];
  return Object.fromEntries(
    Object.entries(all).map(([name, command]) => [
      name,
      needsFields.includes(name)
        ? { ...command, load: () => declarePlugins(plugins).then(() => command.load()) }
        : command,
    ]),
  );
}

/** The commands of the built-in plugins, by the name of the plugin. */
const ofPlugins: Readonly<Record<string, Commands>> = {
  users: userCommands,
  tenants: tenantCommands,
  licensing: licenseCommands,
};

/** The commands of a host: those of the server, and those that its plugins declare. Without a host, all built-in ones. */
export function commandsWith(plugins?: readonly Pick<IdentityPlugin, 'name' | 'declares'>[]): Commands {
  if (!plugins) return commands;
  const declared: Record<string, Commands[string]> = {};
  for (const { name: plugin, declares } of plugins)
    for (const [name, command] of Object.entries(declares?.commands ?? {})) {
      if (Object.hasOwn(declared, name) || (Object.hasOwn(commands, name) && pluginOf(name) === undefined))
        throw new Error(`The plugin "${plugin}" declares the command "${name}", which exists.`);
      declared[name] = command;
    }
  const kept = Object.entries(listed).filter(([name]) => pluginOf(name) === undefined || Object.hasOwn(declared, name));
  // Those of built-in plugins keep their place in the help text.
  return withFields({ ...Object.fromEntries(kept), ...declared }, plugins);
}

/** The built-in plugin of a command, or of a group of commands. Undefined if it is of no plugin. */
export function pluginOf(name: string): string | undefined {
  const has = (names: Commands) => Object.keys(names).some((known) => known === name || known.startsWith(`${name} `));
  return Object.keys(ofPlugins).find((plugin) => has(ofPlugins[plugin] ?? {}));
}
