import type { OtherPlugin } from '@org/identity-prisma';

/** Names the tables of a plugin that was removed, or that the command does not know because it belongs to a host. */
export function describeOther({ plugin, tables }: OtherPlugin): string {
  const named = tables.length === 0 ? 'none of its tables is left' : `its tables stay: ${tables.join(', ')}`;
  return `The plugin "${plugin}" is not among those of this command; ${named}`;
}
