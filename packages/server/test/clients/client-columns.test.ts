import { clientFieldNames, clientFields } from '@org/identity-core';
import test from 'ava';
import { database } from '../support/cli-tests.js';

test('every column of a client is in the table of its fields, or set by the service itself', async (t) => {
  const columns = await database.db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'identity' AND table_name = 'clients'`;
  const own = ['id', 'type', 'machine_tokens_from', 'created_at', 'updated_at'];
  own.push('source', 'native', 'blocked_at', 'last_used_at');
  // Those of plugins.
  own.push('license_claims', 'group_claims', 'plugin_fields');
  own.push('metadata_read_at', 'metadata_until', 'registration_token_hash');
  const described = clientFieldNames
    .filter((name) => !('ownTable' in clientFields[name]))
    .map((name): string => clientFields[name].column);
  t.deepEqual(columns.map(({ name }) => name).toSorted(), [...described, ...own].toSorted());
});
