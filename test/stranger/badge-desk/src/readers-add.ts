import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';
import { databaseOption, exitCodes } from '@org/identity-core/commands';
import { type IdentityCommand, uuidV7 } from '@org/identity-prisma';
import { keyPrefix } from './reader-callers.js';

/** Adds a badge reader to a tenant. Its key is shown once. */
export const readersAdd: IdentityCommand = {
  usage: 'readers add <tenant> <name>',
  summary: 'Adds a badge reader to a tenant, and prints its key',
  options: databaseOption,
  operands: ['tenant', 'name'],
  async run({ withDatabase, positionals: [tenant = '', name = ''], result }) {
    const key = `${keyPrefix}${newOneTimeSecret().secret}`;
    const id = uuidV7();
    const added = await withDatabase(
      ({ db }) => db.$executeRaw`
        INSERT INTO badges.readers (id, tenant_id, name, key_hash)
        SELECT ${id}::uuid, id, ${name}, ${hashOneTimeSecret(key)} FROM identity.tenants WHERE slug = ${tenant}`,
    );
    if (added === 0) throw new Error(`There is no tenant "${tenant}".`);
    result({ id, key }, [`The key of the reader: ${key}`]);
    return exitCodes.done;
  },
};
