import { z } from 'zod';

/** What the `tenant` step answers. */
export const TenantAnswer = z.object({ tenantId: z.uuid() });

/** The slug a `tenant` parameter names: itself, or the first label of a host under the service's own domain. */
export function slugOfParameter(parameter: string, issuer: string): string {
  const value = parameter.trim().toLowerCase();
  const suffix = `.${new URL(issuer).hostname}`;
  const host = value.replace(/:\d+$/u, '');
  return host.endsWith(suffix) ? host.slice(0, -suffix.length) : value;
}
