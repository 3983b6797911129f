import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about applications. Their code is imported when they run, so servers and the help text do not load it. */
export const applicationCommands: IdentityCommands = {
  'applications list': {
    summary: 'List the applications and their license types',
    load: async () => (await import('./applications-list.js')).applicationsListCommand,
  },
  'applications create': {
    summary: 'Add an application',
    load: async () => (await import('./applications-create.js')).applicationsCreateCommand,
  },
  'applications update': {
    summary: 'Rename an application, or change which seat agents need',
    load: async () => (await import('./applications-update.js')).applicationsUpdateCommand,
  },
};
