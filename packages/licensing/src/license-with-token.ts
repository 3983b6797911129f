import { isUuid, type TokenRead } from '@org/identity-core';
import { tokenColumns, tokenTenant, tokenUser } from '@org/identity-prisma';
import { type LicenseRow, licenseFields, licenseJoins } from './license-state.js';

/** The license that a check asks for, read with the state of the token: in the token's tenant, of its user unless another is named. */
export const licenseWithToken = tokenColumns({
  name: 'licensing',
  types: ['uuid', 'uuid'],
  columns: licenseFields,
  from: `FROM identity.applications a ${licenseJoins(tokenTenant, `coalesce($2, ${tokenUser})`)} WHERE a.id = $1`,
  // Anything else than two ids, such as the fields of a body, is left to the check's own statement.
  values: ({ applicationId, userId }) => {
    if (typeof applicationId !== 'string' || !isUuid(applicationId)) return undefined;
    if (userId === undefined) return [applicationId, null];
    return typeof userId === 'string' && isUuid(userId) ? [applicationId, userId] : undefined;
  },
});

/** The license that was read with the token, if it is the one that is asked for. */
export function takeLicense(
  read: TokenRead | undefined,
  asked: { userId?: string | undefined; applicationId: string },
): LicenseRow | undefined {
  const [applicationId, userId] = read?.values ?? [];
  if (asked.applicationId !== applicationId || (asked.userId ?? null) !== userId) return undefined;
  // The columns of `licenseWithToken`.
  return read?.row as LicenseRow | undefined;
}
