import { type ErrorCode, errorStatus } from './error-codes.js';

/** One field of the input that is not as it should be. */
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
}

/** An error that is an answer: a code of the closed list and a sentence for people. */
export class IdentityError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Which of several reasons of one code it is: for pages, which say it in the language of the person. Not sent. */
  readonly reason: string | undefined;
  /** How long the user has to wait, for pages. Not sent: the response is that of a wrong password. */
  readonly waitSeconds: number | undefined;
  /** Koa shows the message of such errors, so a host's own route may let one pass. */
  readonly expose = true;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'IdentityError';
    this.code = code;
    this.status = errorStatus[code];
    this.details = extras.details;
    this.headers = extras.headers ?? {};
    this.reason = extras.reason;
    this.waitSeconds = extras.waitSeconds;
  }
}

/** Whether an error is one of these, also when it comes from a second copy of this package. */
export function isIdentityError(error: unknown): error is IdentityError {
  return (
    error instanceof IdentityError || (error instanceof Error && error.name === 'IdentityError' && 'code' in error)
  );
}

/** The caller has shown no token, or one that opens nothing (any more). */
export function unauthorized(message = 'Send a valid access token as "Authorization: Bearer <token>".'): IdentityError {
  return new IdentityError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The caller is known and may not do this. */
export function forbidden(message = 'You do not have the right to do this.'): IdentityError {
  return new IdentityError('FORBIDDEN', message);
}

/** There were too many requests or tries; they are welcome again after that time. */
export function rateLimited(retryAfterSeconds: number): IdentityError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const message = `There were too many tries. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return new IdentityError('RATE_LIMITED', message, { headers: { 'Retry-After': String(seconds) } });
}

/** The server cannot do this now, and can be asked again after that time: the database is away or too busy. */
export function serviceUnavailable(
  message = 'The service is temporarily unavailable. Try again in a moment.',
  retryAfterSeconds = 1,
): IdentityError {
  return new IdentityError('SERVICE_UNAVAILABLE', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

// A body of 100 KB can hold ten thousand mistakes, each with a path of any length: the answer must not outgrow it.
const mostDetails = 20;
const longestPath = 200;

/** The input does not have the form the endpoint takes. */
export function validationFailed(found: readonly ErrorDetail[]): IdentityError {
  const details = found
    .slice(0, mostDetails)
    .map(({ path, message }) => ({ path: path.slice(0, longestPath), message: message.slice(0, longestPath) }));
  return new IdentityError('VALIDATION_FAILED', 'Some fields are missing or not valid; see details.', { details });
}
