import { tenantNotFound } from './access/tenant-manager.js';
import type { Transaction } from './database-types.js';
import { Prisma } from './generated/client.js';

/** The URL of an uploaded image begins with it. */
export const imagesPath = '/brand-images';

/**
 * SQL: the public look of a tenant, for `brandOfTenant`. It is the `brand` of the settings with the paths of the uploaded images
 * as `images`. The argument is the alias of the table.
 */
export const lookOf = (tenant: string): string => `(
  CASE jsonb_typeof(${tenant}.settings->'brand')
    WHEN 'object' THEN (${tenant}.settings->'brand') - 'images' ELSE '{}'::jsonb END
  || jsonb_strip_nulls(jsonb_build_object('images', (
    SELECT jsonb_object_agg(image.kind, '${imagesPath}/' || encode(image.hash, 'hex') || '.' || image.type)
    FROM identity.tenant_images image WHERE image.tenant_id = ${tenant}.id))))`;

/** A tenant with its look, for `brandOfTenant` and `brandInMail`. */
export interface TenantLook {
  readonly name: string;
  readonly slug: string;
  readonly brand: unknown;
}

/** The names and the look of a tenant; throws if it does not exist. */
export async function findTenantLook(tx: Transaction, tenantId: string): Promise<TenantLook> {
  const [found] = await tx.$queryRaw<TenantLook[]>`
    SELECT t.name, t.slug, ${Prisma.raw(lookOf('t'))} AS brand FROM identity.tenants t
    WHERE t.id = ${tenantId}::uuid AND t.closing_at IS NULL`;
  if (!found) throw tenantNotFound();
  return found;
}
