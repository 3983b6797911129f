import type { Principal } from '@org/identity-core';
import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';
import { member, subjectOf, tenantOf } from '../access/rights.js';
import { type LicenseRow, licenseColumns, licenseJoins, licenseState, type Reason } from '../check/license-state.js';
import { settleDue } from '../seat-changes/what-is-due.js';

/** A seat of a user. */
export interface HeldSeat {
  applicationId: string;
  applicationName: string;
  licenseTypeName: string;
  assignedAt: Date;
  /** Whether it can be used, or why not: what a check would return. */
  reason: Reason;
}

type Row = LicenseRow & Omit<HeldSeat, 'reason'>;

// A user has at most one seat of each application.
const seats = statement(
  'seats_of_user',
  `SELECT a.id AS "applicationId", a.name AS "applicationName", ${licenseColumns}
   FROM (SELECT application_id FROM identity.seats WHERE tenant_id = $1 AND user_id = $2 LIMIT 500) held
   JOIN identity.applications a ON a.id = held.application_id
   ${licenseJoins('$1', '$2')} ORDER BY a.name, a.id`,
);

/** The seats of one user in the caller's tenant, by application. Users see their own; managers see those of all members. */
export async function listSeatsOfUser(
  services: Pick<IdentityPluginHost, 'db' | 'pool' | 'events'>,
  { principal, userId }: { principal: Principal; userId: string },
): Promise<HeldSeat[]> {
  const caller = member(principal, 'licenses:read');
  const [tenantId, holder] = [tenantOf(caller), subjectOf(caller, userId)];
  const read = async () => (await run<Row>(services.pool, seats, [tenantId, holder])).rows;
  const found = await read();
  const isStale = found.some(({ due }) => due) && (await settleDue(services, { tenantId }));
  const rows = isStale ? await read() : found;
  return rows.map((row) => {
    const { applicationId, applicationName, licenseTypeName, assignedAt } = row;
    return { applicationId, applicationName, licenseTypeName, assignedAt, reason: licenseState(row).reason };
  });
}
