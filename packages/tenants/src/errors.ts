import { IdentityError } from '@org/identity-core';

/** No such tenant, or none that the caller may know of. */
export const tenantNotFound = () => new IdentityError('TENANT_NOT_FOUND', 'There is no such tenant.');
