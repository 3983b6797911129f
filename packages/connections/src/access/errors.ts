import { IdentityError } from '@org/identity-core';

export const connectionNotFound = () =>
  new IdentityError('CONNECTION_NOT_FOUND', 'There is no such connection in this tenant.');
export const connectionLinkNotFound = () =>
  new IdentityError('CONNECTION_LINK_NOT_FOUND', 'This user is not linked to the provider of this connection.');
export const notTested = () =>
  new IdentityError('NOT_TESTED', 'Test the connection with its current settings first, then activate it.');
export const domainNotVerified = () =>
  new IdentityError('DOMAIN_NOT_VERIFIED', 'The connection needs a verified domain. Verify one of its domains first.');
export const ownerConfirmationRequired = () =>
  new IdentityError(
    'OWNER_CONFIRMATION_REQUIRED',
    'An owner has to activate this connection, because its domain was verified before. The owners were asked by mail.',
  );
export const tooManyConnections = (max: number) =>
  new IdentityError('VALIDATION_FAILED', `A tenant can have ${max} connections at most. Delete one first.`, {
    reason: 'TOO_MANY_CONNECTIONS',
  });
export const connectionIdUsed = () =>
  new IdentityError('VALIDATION_FAILED', 'This connection was already saved.', { reason: 'CONNECTION_ID_USED' });
