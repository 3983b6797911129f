import { IdentityError } from '@org/identity-core';

/** No such tenant, or none that the caller may know of. */
export const tenantNotFound = (message = 'There is no such tenant.') => new IdentityError('TENANT_NOT_FOUND', message);
/** No such membership in this tenant. */
export const memberNotFound = () => new IdentityError('MEMBER_NOT_FOUND', 'There is no such member in this tenant.');
/** No such invitation, or one that was used or revoked. */
export const invitationNotFound = () =>
  new IdentityError(
    'INVITATION_NOT_FOUND',
    'There is no such invitation, or it was used or revoked. Ask for a new one.',
  );
export const invitationExpired = () =>
  new IdentityError('INVITATION_EXPIRED', 'This invitation has expired. Ask whoever invited you to send it again.');
export const invitationExists = () =>
  new IdentityError('INVITATION_EXISTS', 'This address has a pending invitation already. Resend or revoke that one.');
export const invitationEmailMismatch = () =>
  new IdentityError(
    'INVITATION_EMAIL_MISMATCH',
    'This invitation is for another address than the one you are signed in with.',
  );
export const alreadyMember = () =>
  new IdentityError('ALREADY_MEMBER', 'This person is a member of the tenant already.');
export const slugTaken = () => new IdentityError('SLUG_TAKEN', 'Another tenant has this slug. Choose another one.');
export const lastOwner = () =>
  new IdentityError('LAST_OWNER', 'A tenant always has an owner. Make somebody else an owner first.');
