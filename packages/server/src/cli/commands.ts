import type { Command } from './command.js';

/** A command before it is loaded. */
export interface KnownCommand {
  readonly summary: string;
  load(): Promise<Command>;
}

/** Every command by its words. */
export const commands: Readonly<Record<string, KnownCommand>> = {
  migrate: {
    summary: 'Bring the database up to date',
    load: async () => (await import('./migrate.js')).migrateCommand,
  },
  'migrate status': {
    summary: 'Say which migrations are applied and which are missing',
    load: async () => (await import('./migrate-status.js')).migrateStatusCommand,
  },
  'clients list': {
    summary: 'List the clients',
    load: async () => (await import('./clients-list.js')).clientsListCommand,
  },
  'clients create': {
    summary: 'Add a client; its secret is printed once',
    load: async () => (await import('./clients-create.js')).clientsCreateCommand,
  },
  'clients rotate-secret': {
    summary: 'Give a client a new secret; the old one works on for a while',
    load: async () => (await import('./clients-rotate-secret.js')).clientsRotateSecretCommand,
  },
  'keys list': {
    summary: 'List the keys that sign tokens',
    load: async () => (await import('./keys-list.js')).keysListCommand,
  },
  'keys rotate': {
    summary: 'Publish the key that signs next',
    load: async () => (await import('./keys-rotate.js')).keysRotateCommand,
  },
  'users create': {
    summary: 'Add an account',
    load: async () => (await import('./users-create.js')).usersCreateCommand,
  },
  'users make-super-admin': {
    summary: 'Make somebody super admin',
    load: async () => (await import('./users-make-super-admin.js')).usersMakeSuperAdminCommand,
  },
  'users remove-second-factors': {
    summary: 'Let somebody in who has lost every second factor',
    load: async () => (await import('./users-remove-second-factors.js')).usersRemoveSecondFactorsCommand,
  },
  doctor: {
    summary: 'Check configuration, database, clock, keys and mail, and say what to do',
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
};
