import { IdentityError } from '@org/identity-core';

/** For pages about one application: the tenant has no subscription of it, or there is no such application. */
export const applicationNotFound = () => new IdentityError('NOT_FOUND', 'The tenant has no such application.');
