import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about licenses. Their code is imported when they run, so servers and the help text do not load it. */
export const licenseCommands: IdentityCommands = {
  'licenses statement': {
    summary: 'Verify a signed statement of seats, or make one',
    load: async () => (await import('./licenses-statement.js')).licensesStatementCommand,
  },
};
