import { type TenantVisit, validationFailed } from '@org/identity-core';

/** Refuses a form without the short name of the tenant, so that no tenant is deleted by mistake. */
export function checkSlug({ form, tenant }: TenantVisit): void {
  if (form['slug']?.trim() !== tenant.slug)
    throw validationFailed([{ path: 'slug', message: 'must be the slug of the tenant' }]);
}
