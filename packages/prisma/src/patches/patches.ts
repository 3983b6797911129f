import type { Patch, PatchedSymbol } from './patch.js';

const connection = (name: string) => `packages/prisma/src/connection/${name}.ts`;
const query: PatchedSymbol = { path: 'client.query', shape: { parameters: 3 }, file: 'pg/lib/client.js' };
const ofPool = (name: string, parameters: number, reads?: string): PatchedSymbol => ({
  path: `pool.${name}`,
  shape: { parameters },
  ...(reads ? { reads } : {}),
  file: 'pg-pool/index.js',
});

/**
 * All changes that we make to Prisma's client and to pg. A later one of the same symbol wraps an earlier one.
 * `test/patches/patches.test.ts` checks each symbol in the installed versions, and that no other file changes Prisma or pg.
 */
export const patches: readonly Patch[] = [
  {
    name: 'joinTransactions',
    file: 'packages/prisma/src/one-transaction.ts',
    symbols: [{ path: 'db.$transaction', shape: { parameters: 2 }, file: '@prisma/client/runtime/client.js' }],
    why:
      'It begins a transaction of its own for each call; inside a rehearsal, ours joins the one that is rolled back. And ours ' +
      'begins once more if the connection broke before the work started.',
    when: 'once for each client, in `openDatabase`',
  },
  {
    name: 'WatchedPool',
    file: connection('watched-pool'),
    symbols: [
      ofPool('connect', 1),
      ofPool('end', 1),
      // A statement of the pool gets its connection from our `connect` as well.
      ofPool('query', 3, 'this.connect('),
      // Before the first use of a connection. It is newer than the published types.
      ofPool('newClient', 1, 'this.options.onConnect(client)'),
      {
        path: 'PrismaPgAdapterFactory',
        shape: 'source',
        reads: 'poolOrConfig instanceof import_pg2.default.Pool',
        file: '@prisma/adapter-pg/dist/index.js',
      },
      {
        path: 'startTransaction',
        shape: 'source',
        reads: 'await this.client.connect()',
        file: '@prisma/adapter-pg/dist/index.js',
      },
    ],
    why:
      'It waits for a database that does not respond, and goes on with connections to a server that became a standby; ours ' +
      'fails within two seconds and replaces them.',
    when: 'a class of its own, which `openDatabase` passes to Prisma',
  },
  {
    name: 'watchStatements',
    file: connection('pg-client'),
    symbols: [
      query,
      { path: 'client.getTransactionStatus', shape: { parameters: 0 }, file: 'pg/lib/client.js' },
      // The statements that begin and end a transaction are known by their text.
      { path: 'startTransaction', shape: 'source', reads: 'sql: "BEGIN"', file: '@prisma/adapter-pg/dist/index.js' },
      { path: 'commit', shape: 'source', reads: 'sql:"COMMIT"', file: '@prisma/client/runtime/client.js' },
    ],
    why: 'It has no limit for a commit that waits for a standby, and sets no timeouts behind a pooler; ours watches each statement.',
    when: 'for each connection of the pool, before its first use',
  },
  {
    name: 'sendUnnamed',
    file: connection('unnamed-statements'),
    symbols: [query],
    why: 'It prepares a statement that has a name; some poolers use another connection for the next transaction.',
    when: 'for each connection of the pool, if `preparedStatements` is false',
  },
];
