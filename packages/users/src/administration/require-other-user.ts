import { type Principal, validationFailed } from '@org/identity-core';

/** Throws if super admins would do something to their own account that locks them out. */
export function requireOtherUser(principal: Principal, userId: string, action: 'disable' | 'erase'): void {
  if (principal.kind === 'user' && principal.userId === userId.toLowerCase())
    throw validationFailed([{ path: 'userId', message: `you cannot ${action} your own account` }]);
}
