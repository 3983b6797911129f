/**
 * Every error a JSON endpoint can answer, with its status. The list is closed: clients may switch on
 * `error`. Each code is described in `docs/errors.md`.
 */
export const errorStatus = {
  MALFORMED_REQUEST: 400,
  CURRENT_PASSWORD_INCORRECT: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  OWNER_REQUIRED: 403,
  INVITATION_EMAIL_MISMATCH: 403,
  NOT_FOUND: 404,
  TENANT_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SLUG_TAKEN: 409,
  LAST_OWNER: 409,
  ALREADY_MEMBER: 409,
  INVITATION_EXISTS: 409,
  INVITATION_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  WEAK_PASSWORD: 422,
  SAME_PASSWORD: 422,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;
