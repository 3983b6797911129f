import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about tenants. Their code is imported when they run, so servers and the help text do not load it. */
export const tenantCommands: IdentityCommands = {
  'tenants list': {
    summary: 'List or search the tenants',
    load: async () => (await import('./tenants-list.js')).tenantsListCommand,
  },
  'tenants create': {
    summary: 'Add a tenant with its owner',
    load: async () => (await import('./tenants-create.js')).tenantsCreateCommand,
  },
  'tenants delete': {
    summary: 'Delete a tenant with everything in it',
    load: async () => (await import('./tenants-delete.js')).tenantsDeleteCommand,
  },
};
