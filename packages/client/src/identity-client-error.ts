import type { ServiceError } from './generated/api-types.js';

/** The codes of the service, three for when there is no usable response, two of `verifyLease`, and one of a license mirror. */
export type IdentityClientErrorCode =
  | ServiceError['error']
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'UNEXPECTED_ANSWER'
  | 'LEASE_EXPIRED'
  | 'LEASE_INVALID'
  | 'STALE';

interface Extras {
  readonly status?: number | undefined;
  readonly details?: ServiceError['details'] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed. Switch on `code`; `message` is for people. */
export class IdentityClientError extends Error {
  override readonly name = 'IdentityClientError';
  readonly code: IdentityClientErrorCode;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  readonly details: ServiceError['details'] | undefined;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long to wait before a retry, if the service said so. */
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

/** The error for a response that does not come from the service: from a proxy in between, or another server. */
export function unexpectedAnswer(status: number, cause?: unknown): IdentityClientError {
  return new IdentityClientError(
    'UNEXPECTED_ANSWER',
    `The response (status ${status}) does not have the form of the service.`,
    {
      status,
      cause,
    },
  );
}
