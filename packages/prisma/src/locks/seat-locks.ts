/*
 * The locks of a seat change that is one statement, as CTEs: see `lock-order.ts`. Each part reads the one before, so they are
 * taken in their order. A locked row is read as it is after the wait.
 */

/** Locks the membership of the user `$2` in the tenant `$1`, if the condition holds. */
export const memberLocked = (condition = 'true'): string => `
  member AS MATERIALIZED (
    SELECT user_id FROM identity.memberships
    WHERE tenant_id = $1::uuid AND user_id = $2::uuid AND ${condition} FOR NO KEY UPDATE
  )`;

/** Locks the subscriptions of the tenant `$1` to a license type. `when` has to read a CTE that reads `member`, or `member` itself. */
export const subscriptionsLocked = (licenseTypeId: string, when: string): string => `
  locked AS MATERIALIZED (
    SELECT id, quantity_purchased AS purchased, quantity_assigned + quantity_reserved AS used, quantity_reserved AS reserved,
           CASE WHEN status = 'ACTIVE' AND (expires_at IS NULL OR expires_at > clock_timestamp())
             THEN identity.allowed_seats(quantity_purchased, overage_percent) ELSE 0 END AS allowed,
           starts_at, created_at, pending_at
    FROM identity.subscriptions
    WHERE tenant_id = $1::uuid AND license_type_id = ${licenseTypeId} AND ${when} ORDER BY id FOR NO KEY UPDATE
  )`;
