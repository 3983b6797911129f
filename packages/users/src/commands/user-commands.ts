import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about users. Their code is imported when they run, so servers and the help text do not load it. */
export const userCommands: IdentityCommands = {
  'users create': {
    summary: 'Add an account',
    load: async () => (await import('./users-create.js')).usersCreateCommand,
  },
  'users list': {
    summary: 'List or search the users',
    load: async () => (await import('./users-list.js')).usersListCommand,
  },
  'users show': {
    summary: 'Show one user',
    load: async () => (await import('./users-show.js')).usersShowCommand,
  },
  'users import': {
    summary: 'Import people from a file, also from exports of other systems',
    load: async () => (await import('./users-import.js')).usersImportCommand,
  },
  'users export': {
    summary: 'Write all users to a file that users import reads',
    load: async () => (await import('./users-export.js')).usersExportCommand,
  },
  'users disable': {
    summary: 'End every session and token of a user, and refuse every sign-in',
    load: async () => (await import('./users-disable.js')).usersDisableCommand,
  },
  'users enable': {
    summary: 'Let a disabled user sign in again',
    load: async () => (await import('./users-enable.js')).usersEnableCommand,
  },
  'users make-super-admin': {
    summary: 'Make a user super admin',
    load: async () => (await import('./users-make-super-admin.js')).usersMakeSuperAdminCommand,
  },
  'users second-factor-link': {
    summary: 'Make a link with which a super admin sets up a second factor',
    load: async () => (await import('./users-second-factor-link.js')).usersSecondFactorLinkCommand,
  },
  'users remove-second-factors': {
    summary: 'Remove the second factors of a user who has lost them',
    load: async () => (await import('./users-remove-second-factors.js')).usersRemoveSecondFactorsCommand,
  },
};
