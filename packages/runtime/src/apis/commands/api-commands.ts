import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about APIs. Their code is imported when they run, so servers and the help text do not load it. */
export const apiCommands: IdentityCommands = {
  'apis list': {
    summary: 'List the APIs that clients can get tokens for',
    load: async () => (await import('./apis-list.js')).apisListCommand,
  },
  'apis create': {
    summary: 'Add an API',
    load: async () => (await import('./apis-create.js')).apisCreateCommand,
  },
  'apis update': {
    summary: 'Change an API',
    load: async () => (await import('./apis-update.js')).apisUpdateCommand,
  },
  'apis delete': {
    summary: 'Delete an API; nobody gets a token for it any more',
    load: async () => (await import('./apis-delete.js')).apisDeleteCommand,
  },
};
