import { isUuid, type TokenRead } from '@org/identity-core';
import { tokenColumns, tokenTenant, tokenUser } from '@org/identity-prisma';
import { type LicenseRow, licenseFields, licenseJoins } from './license-state.js';

/** The license of a check, read together with the token: in the token's tenant, for its user unless another is named. */
export const licenseWithToken = tokenColumns({
  name: 'licensing',
  types: ['uuid', 'uuid'],
  columns: licenseFields,
  from: `FROM identity.applications a ${licenseJoins(tokenTenant, `coalesce($2, ${tokenUser})`)} WHERE a.id = $1`,
  // Other values, such as the fields of a body, are left to the statement of the check.
  values: ({ applicationId, userId }) => {
    if (typeof applicationId !== 'string' || !isUuid(applicationId)) return undefined;
    if (userId === undefined) return [applicationId, null];
    return typeof userId === 'string' && isUuid(userId) ? [applicationId, userId] : undefined;
  },
});

/** The license that was read with the token, if it is the one that the check needs. */
export function takeLicense(
  read: TokenRead | undefined,
  wanted: { userId?: string | undefined; applicationId: string },
): LicenseRow | undefined {
  const [applicationId, userId] = read?.values ?? [];
  if (wanted.applicationId !== applicationId || (wanted.userId ?? null) !== userId) return undefined;
  // The row has the columns of `licenseWithToken`.
  return read?.row as LicenseRow | undefined;
}
