import type { ServiceError } from './generated/api-types.js';

/** The codes of the service, and three for when there is no answer of the service at all. */
export type IdentityClientErrorCode = ServiceError['error'] | 'TIMEOUT' | 'UNREACHABLE' | 'UNEXPECTED_ANSWER';

interface Extras {
  readonly status?: number | undefined;
  readonly details?: ServiceError['details'] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed: switch on `code`; `message` is for people. */
export class IdentityClientError extends Error {
  override readonly name = 'IdentityClientError';
  readonly code: IdentityClientErrorCode;
  /** The status of the answer, if there was one. */
  readonly status: number | undefined;
  readonly details: ServiceError['details'] | undefined;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** When a new try is welcome, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: IdentityClientErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.status = extras.status;
    this.details = extras.details;
    this.requestId = extras.requestId;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** The error for an answer that is none of the service's own: a proxy in between, or another server. */
export function unexpectedAnswer(status: number, cause?: unknown): IdentityClientError {
  return new IdentityClientError('UNEXPECTED_ANSWER', `The service answered ${status} in a form that is not its own.`, {
    status,
    cause,
  });
}
