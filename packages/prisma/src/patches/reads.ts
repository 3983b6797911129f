import type { PatchedSymbol, Read } from './patch.js';

const connection = (name: string) => `packages/prisma/src/connection/${name}.ts`;
const ofClient = (path: string, shape: PatchedSymbol['shape'], reads?: string): PatchedSymbol => ({
  path: `client.${path}`,
  shape,
  ...(reads ? { reads } : {}),
  file: 'pg/lib/client.js',
});
const stream: PatchedSymbol = { path: 'client.connection.stream', shape: 'object', file: 'pg/lib/connection.js' };
const processId = ofClient('_handleBackendKeyData', { parameters: 1 }, 'this.processID = msg.processID');
const text = (file: string, path: string, reads: string): PatchedSymbol => ({ path, shape: 'source', reads, file });

/** All code that uses internals of Prisma or pg without changing them. The test of the patches checks them as well. */
export const reads: readonly Read[] = [
  {
    name: 'cutConnection',
    file: connection('pg-client'),
    symbols: [ofClient('connection', 'object'), stream],
    why: 'To end a connection, it waits for the server; ours closes the socket at once.',
  },
  {
    name: 'setTimeouts',
    file: connection('database-timeouts'),
    symbols: [processId],
    why: 'It does not say whether a pooler is in between; the process id that a connection began with shows it.',
  },
  {
    name: 'createFeedNotices',
    file: 'packages/prisma/src/event-feed/feed-notices.ts',
    symbols: [processId],
    why: 'The same: behind a pooler no connection may listen.',
  },
  {
    name: 'refuseUnconfirmedCommits',
    file: connection('unconfirmed-commit'),
    symbols: [
      // An error of the connection makes the statement in flight fail.
      ofClient('_attachListeners', { parameters: 1 }, "con.on('error', this._handleErrorEvent.bind(this))"),
      ofClient('_handleErrorEvent', { parameters: 1 }, 'this._errorAllQueries(err)'),
      ofClient('_handleNotice', { parameters: 1 }, "this.emit('notice', msg)"),
    ],
    why: 'It reports success for a commit that no standby has confirmed; ours makes the statement fail.',
  },
  {
    name: 'probeDatabase',
    file: connection('probe-database'),
    symbols: [
      stream,
      text('pg/lib/connection.js', 'messages', 'this.emit(eventName, msg)'),
      text('pg-protocol/dist/parser.js', 'authenticationOk', "name: 'authenticationOk'"),
    ],
    why: 'It does not say how far a new connection has come; a delay of this process must not count as one of the database.',
  },
  {
    name: 'unavailableReason',
    file: connection('unavailable-reason'),
    symbols: [
      text('pg/lib/client.js', 'broken connection', 'Connection terminated unexpectedly'),
      text('pg/lib/client.js', 'unusable connection', 'Client has encountered a connection error'),
      text('pg/lib/client.js', 'closed connection', 'Client was closed'),
      text('pg/lib/client.js', 'slow connection', "new Error('timeout expired')"),
      text('pg-pool/index.js', 'full pool', 'timeout exceeded when trying to connect'),
      text('@prisma/client/runtime/client.js', 'P2028', 'Unable to start a transaction'),
      text('@prisma/client/runtime/client.js', 'P2028', 'expired transaction'),
      text('@prisma/client/runtime/client.js', 'errors of the adapter', '{driverAdapterError:'),
      text('@prisma/adapter-pg/dist/index.js', 'SQLSTATE', 'originalCode: error.code'),
    ],
    why: 'Most of its errors of connections have no code, and errors of Prisma hide that of PostgreSQL.',
  },
  {
    name: 'inTransaction',
    file: 'packages/prisma/src/connection/transactions.ts',
    symbols: [text('@prisma/client/runtime/client.js', 'P2010', 'Raw query failed. Code: ')],
    why: 'The error of a raw statement has the code of PostgreSQL only in its message.',
  },
  {
    name: 'openDatabase',
    file: 'packages/prisma/src/database.ts',
    symbols: [text('pg-pool/index.js', 'makeIdleListener', 'err.client = client')],
    why: 'It adds its client to the error of an idle connection; a log would print the key that cancels queries.',
  },
];
