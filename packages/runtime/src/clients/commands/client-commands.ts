import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about clients. Their code is imported when they run, so servers and the help text do not load it. */
export const clientCommands: IdentityCommands = {
  'clients list': {
    summary: 'List the clients',
    load: async () => (await import('./clients-list.js')).clientsListCommand,
  },
  'clients show': {
    summary: 'Show one client',
    load: async () => (await import('./clients-show.js')).clientsShowCommand,
  },
  'clients create': {
    summary: 'Add a client; its secret is printed once',
    needsDeclarations: true,
    load: async () => (await import('./clients-create.js')).clientsCreateCommand,
  },
  'clients update': {
    summary: 'Change a client',
    needsDeclarations: true,
    load: async () => (await import('./clients-update.js')).clientsUpdateCommand,
  },
  'clients delete': {
    summary: 'Delete a client; its grants and tokens end at once',
    load: async () => (await import('./clients-delete.js')).clientsDeleteCommand,
  },
  'clients block': {
    summary: 'Block a client in all tenants; its grants and tokens end at once',
    load: async () => (await import('./clients-block.js')).clientsBlockCommand,
  },
  'clients unblock': {
    summary: 'Let a blocked client be used again',
    load: async () => (await import('./clients-unblock.js')).clientsUnblockCommand,
  },
  'clients confirm': {
    summary: 'Confirm a client that a machine has made or changed',
    load: async () => (await import('./clients-confirm.js')).clientsConfirmCommand,
  },
  'clients rotate-secret': {
    summary: 'Give a client a new secret; the old one keeps working for a while',
    load: async () => (await import('./clients-rotate-secret.js')).clientsRotateSecretCommand,
  },
};
