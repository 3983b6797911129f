import type { ClientBase } from 'pg';
import { cutConnection, internalsOf } from './pg-client.js';

/**
 * The outcome of a change is unknown: PostgreSQL has not confirmed that a standby has it. A failover could lose the change,
 * so the caller must not get a success.
 */
export class UnconfirmedCommitError extends Error {
  constructor(reason: string) {
    super(`${reason} The change may be lost if another server takes over. Read before you repeat it.`);
    this.name = 'UnconfirmedCommitError';
  }
}

/** The function of PostgreSQL that waits for a standby. Unlike the message, its name is never translated. */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * With synchronous replication, a commit waits for a standby. If that wait is canceled (`pg_cancel_backend`), PostgreSQL
 * reports success with a warning. This function makes the statement fail instead, and closes the connection.
 */
export function refuseUnconfirmedCommits(client: ClientBase): void {
  client.on('notice', ({ routine }: { routine?: string | undefined }) => {
    if (routine !== waitForStandby) return;
    failConnection(client, new UnconfirmedCommitError('The wait for a standby was canceled.'));
  });
}

/** Ends a statement that takes too long to commit. No timeout of PostgreSQL covers the wait for a standby. */
export function endUnconfirmed(client: ClientBase, milliseconds: number): void {
  failConnection(client, new UnconfirmedCommitError(`The change was not confirmed within ${milliseconds} ms.`));
}

/**
 * Makes the statement in flight fail with the error, and closes the connection. pg does the same for an error of the
 * socket. The success of the statement may already have arrived in the same packet as the warning.
 */
function failConnection(client: ClientBase, error: UnconfirmedCommitError): void {
  internalsOf(client).connection.emit('error', error);
  cutConnection(client);
}
