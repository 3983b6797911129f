import { IdentityError } from '@org/identity-core';

/** There is no such tenant, or the caller may not know of it. */
export const tenantNotFound = (message = 'There is no such tenant.') => new IdentityError('TENANT_NOT_FOUND', message);
/** There is no such membership in this tenant. */
export const memberNotFound = () => new IdentityError('MEMBER_NOT_FOUND', 'There is no such member in this tenant.');
/** There is no such invitation, or it was used or revoked. */
export const invitationNotFound = () =>
  new IdentityError(
    'INVITATION_NOT_FOUND',
    'There is no such invitation, or it was used or revoked. Ask for a new one.',
  );
export const invitationExpired = () =>
  new IdentityError(
    'INVITATION_EXPIRED',
    'This invitation has expired. Ask the person who invited you to send it again.',
  );
export const invitationExists = () =>
  new IdentityError('INVITATION_EXISTS', 'This email already has a pending invitation. Resend or revoke that one.');
export const invitationEmailMismatch = () =>
  new IdentityError(
    'INVITATION_EMAIL_MISMATCH',
    'This invitation is for another email than the one you are signed in with.',
  );
export const alreadyMember = () => new IdentityError('ALREADY_MEMBER', 'This user is already a member of the tenant.');
export const slugTaken = () => new IdentityError('SLUG_TAKEN', 'Another tenant has this slug. Choose another one.');
export const lastOwner = () =>
  new IdentityError('LAST_OWNER', 'A tenant must have an owner. Make another member an owner first.');
