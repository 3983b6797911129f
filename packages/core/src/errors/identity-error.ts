import { statusOfError } from '../declarations/catalog.js';
import type { ErrorCode } from './error-codes.js';

/** One field of the input that is not valid. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly reason?: string;
  readonly waitSeconds?: number;
  readonly cause?: unknown;
  /** Another status than the usual one of the code. Routes declare it: see `errorStatuses`. */
  readonly status?: number;
}

/** An error that becomes a response: a declared code, and a sentence for people. */
export class IdentityError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Tells apart several reasons of one code. Pages show it in the language of the user; it is not sent. */
  readonly reason: string | undefined;
  /** How long the user has to wait. Only for pages: the JSON response is the same as for a wrong password. */
  readonly waitSeconds: number | undefined;
  /** Koa sends the message of such errors, so that a host's own route may throw one. */
  readonly expose = true;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'IdentityError';
    this.code = code;
    this.status = extras.status ?? statusOfError(code);
    this.details = extras.details;
    this.headers = extras.headers ?? {};
    this.reason = extras.reason;
    this.waitSeconds = extras.waitSeconds;
  }
}

/** The same error with the status that a route declares for its code, if it declares one. */
export function withStatusOf<Thrown>(
  error: Thrown,
  statuses: Partial<Record<ErrorCode, number>>,
): Thrown | IdentityError {
  const status = isIdentityError(error) ? statuses[error.code] : undefined;
  if (status === undefined || !isIdentityError(error)) return error;
  const { code, message, details, headers, reason, waitSeconds } = error;
  return new IdentityError(code, message, {
    status,
    headers,
    cause: error,
    ...(details === undefined ? {} : { details }),
    ...(reason === undefined ? {} : { reason }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
}

/** Whether an error is an `IdentityError`, including one from a second copy of this package. */
export function isIdentityError(error: unknown): error is IdentityError {
  return (
    error instanceof IdentityError || (error instanceof Error && error.name === 'IdentityError' && 'code' in error)
  );
}

/** The caller sent no access token, or one that is not valid (any more). */
export function unauthorized(message = 'Send a valid access token as "Authorization: Bearer <token>".'): IdentityError {
  return new IdentityError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The caller is known, but may not do this. */
export function forbidden(message = 'You do not have the right to do this.'): IdentityError {
  return new IdentityError('FORBIDDEN', message);
}

/** There were too many requests or attempts. The caller may try again after that time. */
export function rateLimited(retryAfterSeconds: number): IdentityError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const message = `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return new IdentityError('RATE_LIMITED', message, { headers: { 'Retry-After': String(seconds) } });
}

/** The server cannot do this now, because the database is unreachable or too busy. The caller may try again after that time. */
export function serviceUnavailable(
  message = 'The service is temporarily unavailable. Try again in a moment.',
  retryAfterSeconds = 1,
): IdentityError {
  return new IdentityError('SERVICE_UNAVAILABLE', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

// A body of 100 KB can hold ten thousand mistakes, each with a long path: the response must stay small.
const maxDetails = 20;
const maxPathLength = 200;

/** The input does not match the schema of the endpoint. */
export function validationFailed(found: readonly ErrorDetail[]): IdentityError {
  const details = found
    .slice(0, maxDetails)
    .map(({ path, message }) => ({ path: path.slice(0, maxPathLength), message: message.slice(0, maxPathLength) }));
  return new IdentityError('VALIDATION_FAILED', 'Some fields are missing or not valid; see details.', { details });
}
