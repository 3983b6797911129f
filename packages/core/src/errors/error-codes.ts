/** The error codes that several packages use. */
export const sharedErrors = {
  MALFORMED_REQUEST: 400,
  TENANT_OWNER: 400,
  INVALID_APPLICATION_ID: 400,
  INVALID_LICENSE_TYPE: 400,
  NO_SEATS_AVAILABLE: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  POLICY_NOT_MET: 403,
  NOT_FOUND: 404,
  TENANT_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IN_USE: 409,
  SLUG_TAKEN: 409,
  EVENT_GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  WEAK_PASSWORD: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

type SharedErrors = typeof sharedErrors;

/**
 * Every error code that a JSON endpoint can return, with its status. Clients may switch on `error`. A plugin adds its own:
 * `declare module '@org/identity-core' { interface ErrorCodes { PLAN_IN_USE: 409 } }`, and names them in its declarations.
 * Each code of a built-in plugin is described in `docs/reference/errors.md`.
 */
export interface ErrorCodes extends SharedErrors {}

export type ErrorCode = keyof ErrorCodes;
