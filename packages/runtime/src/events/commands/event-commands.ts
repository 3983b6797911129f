import type { IdentityCommands } from '@org/identity-prisma';

/** The commands about the audit trail. Their code is imported when they run, so servers and the help text do not load it. */
export const eventCommands: IdentityCommands = {
  'events months': {
    summary: 'List the months of the audit trail, and which are exported',
    load: async () => (await import('./events-months.js')).eventsMonthsCommand,
  },
  'events export': {
    summary: 'Write the events of a month to a file',
    load: async () => (await import('./events-export.js')).eventsExportCommand,
  },
  'events drop': {
    summary: 'Drop the events of a month and of all months before it',
    load: async () => (await import('./events-drop.js')).eventsDropCommand,
  },
  'events add-months': {
    summary: 'Make room for the events of the next months',
    load: async () => (await import('./events-add-months.js')).eventsAddMonthsCommand,
  },
};
