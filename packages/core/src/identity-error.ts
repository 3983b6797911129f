import { type ErrorCode, errorStatus } from './error-codes.js';

/** One field of the input that is not as it should be. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that is an answer: a code of the closed list and a sentence for people. */
export class IdentityError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'IdentityError';
    this.code = code;
    this.status = errorStatus[code];
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }
}

/** The caller has shown no token, or one that opens nothing (any more). */
export function unauthorized(message = 'Send a valid access token as "Authorization: Bearer <token>".'): IdentityError {
  return new IdentityError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The caller is known and may not do this. */
export function forbidden(message = 'You do not have the right to do this.'): IdentityError {
  return new IdentityError('FORBIDDEN', message);
}

/** The input does not have the form the endpoint takes. */
export function validationFailed(details: readonly ErrorDetail[]): IdentityError {
  return new IdentityError('VALIDATION_FAILED', 'Some fields are missing or not valid; see details.', { details });
}
