import { IdentityError } from '@org/identity-core';
import type { provePassword } from './check-password.js';

type Attempt = Awaited<ReturnType<typeof provePassword>>;

/** The error for a wrong current password. The API's response is the same during a wait; pages say how long it takes. */
export function wrongPassword(
  attempt: Attempt | undefined,
  message = 'That is not your password, or there were too many attempts.',
  reason?: string,
): IdentityError {
  const waits = typeof attempt === 'object' && 'waitSeconds' in attempt ? attempt : {};
  return new IdentityError('CURRENT_PASSWORD_INCORRECT', message, { ...(reason ? { reason } : {}), ...waits });
}

/** Whether the attempt proved the password of this user. */
export function isCorrect(attempt: Attempt | undefined, userId: string): boolean {
  return typeof attempt === 'object' && 'userId' in attempt && attempt.userId === userId;
}
