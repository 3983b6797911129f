import type { Commands } from './line/program.js';

/** The commands that change the database itself. */
export const migrateCommands: Commands = {
  migrate: {
    summary: 'Bring the database up to date',
    load: async () => (await import('./database/migrate.js')).migrateCommand,
  },
  'migrate status': {
    summary: 'Say which migrations are applied and which are missing',
    load: async () => (await import('./database/migrate-status.js')).migrateStatusCommand,
  },
};

/** The commands about keys, and about the secret that encrypts them. */
export const keyCommands: Commands = {
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
};

/** The commands that check a server and its data. */
export const checkCommands: Commands = {
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
