import pg from 'pg';
import { Prisma } from '../generated/client.js';
import { DatabaseAwayError, DatabaseBusyError } from './database-watch.js';
import { ReadOnlyServerError } from './standby.js';
import { UnconfirmedCommitError } from './unconfirmed-commit.js';

/** Why the database cannot serve a request now. A later attempt may succeed. */
export type UnavailableReason = 'away' | 'busy' | 'full' | 'read-only' | 'unconfirmed';

const reasonsOfStates: Readonly<Record<string, UnavailableReason>> = {
  // A standby, or a read-only database.
  '25006': 'read-only',
  // Ended by idle_in_transaction_session_timeout, transaction_timeout.
  '25P03': 'busy',
  '25P04': 'busy',
  // lock_timeout, statement_timeout.
  '55P03': 'busy',
  '57014': 'busy',
  // Too many connections.
  '53300': 'busy',
  // PostgreSQL was stopped by an administrator, has crashed, or is starting or stopping.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  // Disk error.
  '58030': 'full',
};

const reasonsOfPrisma: Readonly<Record<string, UnavailableReason>> = {
  P1001: 'away',
  P1002: 'away',
  P1008: 'away',
  P1017: 'away',
  P2024: 'busy',
  P2037: 'busy',
};

// Errors of Node.js and pg about a connection. Most errors of pg have no code.
const brokenCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)$/u;
const brokenMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^This socket has been ended|^timeout expired$/u;
const busyMessages = /^timeout exceeded when trying to connect/u;

const connectionErrors = new WeakSet<Error>();

/** Marks an error as coming from a database connection. Calls to other servers can fail with the same codes. */
export function markConnectionError<Failure>(error: Failure): Failure {
  if (error instanceof Error) connectionErrors.add(error);
  return error;
}

/** Returns why the database is unavailable, or undefined if the error has another cause. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  if (error instanceof DatabaseAwayError) return 'away';
  if (error instanceof DatabaseBusyError) return 'busy';
  if (error instanceof ReadOnlyServerError) return 'read-only';
  if (error instanceof UnconfirmedCommitError) return 'unconfirmed';
  if (error instanceof pg.DatabaseError) return reasonOfState(error.code);
  if (error instanceof Prisma.PrismaClientKnownRequestError) return reasonOfPrisma(error);
  if (isAdapterError(error)) return reasonOfAdapter(error.cause);
  if (!(error instanceof Error)) return undefined;
  if (connectionErrors.has(error)) return reasonOfConnection(error);
  // A use-case may have wrapped the error.
  return error.cause === undefined ? undefined : unavailableReason(error.cause);
}

const statesOfOne = new Set(['25P03', '25P04', '55P03', '57014']);

/**
 * Whether an error means that the database cannot serve other requests either: it is away, read-only or full, or has no
 * connection left. A lock or a statement that took too long says nothing about others.
 */
export function isDatabaseAway(error: unknown): boolean {
  const reason = unavailableReason(error);
  if (reason === undefined || reason === 'unconfirmed') return false;
  return reason !== 'busy' || !isBusyForOne(error);
}

function isBusyForOne(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return statesOfOne.has(error.code ?? '');
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const inner = error.meta?.['driverAdapterError'];
    return error.code === 'P2028' ? /expired transaction/iu.test(error.message) : isBusyForOne(inner);
  }
  if (isAdapterError(error)) return statesOfOne.has(String(error.cause.originalCode));
  return error instanceof Error && error.cause !== undefined && isBusyForOne(error.cause);
}

function reasonOfState(state: string | undefined): UnavailableReason | undefined {
  if (state === undefined) return undefined;
  const known = reasonsOfStates[state];
  if (known) return known;
  // Class 08 is about the connection, 53 about resources: disk, memory.
  if (state.startsWith('08')) return 'away';
  return state.startsWith('53') ? 'full' : undefined;
}

function reasonOfPrisma({ code, meta, message }: Prisma.PrismaClientKnownRequestError): UnavailableReason | undefined {
  const known = reasonsOfPrisma[code];
  if (known) return known;
  // P2028 also means that a transaction was used after its end, which is a bug. Only the message tells them apart.
  if (code === 'P2028') return /unable to start a transaction|expired transaction/iu.test(message) ? 'busy' : undefined;
  const inner = meta?.['driverAdapterError'];
  return isAdapterError(inner) ? reasonOfAdapter(inner.cause) : undefined;
}

interface AdapterError {
  readonly cause: { readonly kind?: unknown; readonly originalCode?: unknown };
}

function isAdapterError(error: unknown): error is AdapterError {
  return (
    error instanceof Error &&
    error.name === 'DriverAdapterError' &&
    typeof error.cause === 'object' &&
    error.cause !== null
  );
}

function reasonOfAdapter({ kind, originalCode }: AdapterError['cause']): UnavailableReason | undefined {
  if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed' || kind === 'SocketTimeout') return 'away';
  return typeof originalCode === 'string' ? reasonOfState(originalCode) : undefined;
}

function reasonOfConnection(error: Error): UnavailableReason | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (brokenCodes.test(code) || brokenMessages.test(error.message)) return 'away';
  if (busyMessages.test(error.message)) return 'busy';
  // Node.js has tried every IP of the host.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error ? reasonOfConnection(first) : undefined;
}
