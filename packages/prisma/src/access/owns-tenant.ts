/**
 * Whether a user can act and still owns a tenant, or is a super admin, as SQL. Takes the SQL of both ids, such as
 * `link.created_by_id`.
 */
export const stillOwnsTenant = ({ userId, tenantId }: { userId: string; tenantId: string }) => `EXISTS (
  SELECT FROM identity.users maker
  LEFT JOIN identity.memberships owning
    ON owning.tenant_id = ${tenantId} AND owning.user_id = maker.id AND owning.status = 'ACTIVE'
  WHERE maker.id = ${userId} AND maker.deleted_at IS NULL AND maker.disabled_at IS NULL
    AND (maker.super_admin OR owning.role = 'owner'))`;
