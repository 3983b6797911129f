import { checkInMirror, type Identity, type LicenseSource } from '../access.js';
import type { LicenseCheck } from '../create-identity-client.js';
import { IdentityClientError } from '../identity-client-error.js';

/**
 * The license of the caller of an API. The token of an API is not one for the service itself, so the check uses the client's own
 * credentials: those of a machine of the whole platform, or of a mirror. Throws for a machine, and for a token without a tenant.
 */
export async function licenseOf(source: LicenseSource, { userId, tenant, agentId }: Identity): Promise<LicenseCheck> {
  if (userId === undefined) throw forbidden('A machine has no license.');
  if (!tenant) throw forbidden('The token has no tenant. Licenses belong to a tenant.');
  const question = { userId, tenantId: tenant.id, agentId };
  return 'checkOrAsk' in source ? checkInMirror(source, question) : source.check(question);
}

function forbidden(message: string): IdentityClientError {
  return new IdentityClientError('FORBIDDEN', message, { status: 403 });
}
