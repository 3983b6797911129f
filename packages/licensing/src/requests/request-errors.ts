import { IdentityError } from '@org/identity-core';

export const requestExists = () =>
  new IdentityError('REQUEST_EXISTS', 'There is already an open request for this application.');
export const requestNotFound = () => new IdentityError('REQUEST_NOT_FOUND', 'The tenant has no such request.');
export const requestDecided = () => new IdentityError('REQUEST_DECIDED', 'This request has been decided already.');
