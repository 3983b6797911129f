import pg from 'pg';
import { Prisma } from '../generated/client.js';
import { DatabaseAwayError, DatabaseBusyError } from './database-watch.js';

/** Why the database could not do what it was asked for now, although it may later. */
export type UnavailableReason = 'away' | 'busy' | 'full' | 'read-only';

const reasonsOfStates: Readonly<Record<string, UnavailableReason>> = {
  // A standby, or a database that was made read-only.
  '25006': 'read-only',
  // Ended by idle_in_transaction_session_timeout, transaction_timeout.
  '25P03': 'busy',
  '25P04': 'busy',
  // lock_timeout, statement_timeout.
  '55P03': 'busy',
  '57014': 'busy',
  // Too many connections.
  '53300': 'busy',
  // Stopped by an administrator, crashed, starting or stopping.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  // Its disk fails.
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

// What Node and pg say of a connection; pg gives most of it no code.
const brokenCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)$/u;
const brokenMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^This socket has been ended|^timeout expired$/u;
const busyMessages = /^timeout exceeded when trying to connect/u;

const ofConnections = new WeakSet<Error>();

/** Marks an error as one of a connection to the database: the same code may come from another server that we call. */
export function markConnectionError<Failure>(error: Failure): Failure {
  if (error instanceof Error) ofConnections.add(error);
  return error;
}

/** Whether an error means that the database is unavailable for now, and why. Any other error is a fault of ours or the caller's. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  if (error instanceof DatabaseAwayError) return 'away';
  if (error instanceof DatabaseBusyError) return 'busy';
  if (error instanceof pg.DatabaseError) return reasonOfState(error.code);
  if (error instanceof Prisma.PrismaClientKnownRequestError) return reasonOfPrisma(error);
  if (isAdapterError(error)) return reasonOfAdapter(error.cause);
  if (!(error instanceof Error)) return undefined;
  if (ofConnections.has(error)) return reasonOfConnection(error);
  // A use-case may have wrapped what it was given.
  return error.cause === undefined ? undefined : unavailableReason(error.cause);
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
  // Also what a transaction is told that is used after its end, which is a mistake of ours.
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
  // Every address of a host was tried in vain.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error ? reasonOfConnection(first) : undefined;
}
