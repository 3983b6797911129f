import type { FileRoute } from '@org/identity-core';
import { type IdentityPluginHost, type ImageType, imagesPath, run, statement } from '@org/identity-prisma';

const byHash = statement(
  'tenant_image',
  `SELECT image.type, image.content FROM identity.tenant_images image
   JOIN identity.tenants t ON t.id = image.tenant_id AND t.closing_at IS NULL
   WHERE image.hash = decode($1, 'hex') AND image.type::text = $2 LIMIT 1`,
);

/** The images of all tenants, by the hash of their content. The look of a tenant is public. */
export function imageFiles({ pool }: Pick<IdentityPluginHost, 'pool'>): FileRoute[] {
  return [
    {
      path: `${imagesPath}/:name`,
      async find({ name = '' }) {
        const [, hash, ending] = /^([\da-f]{64})\.([a-z]{3,4})$/u.exec(name) ?? [];
        if (hash === undefined) return undefined;
        const { rows } = await run<{ type: ImageType; content: Buffer }>(pool, byHash, [hash, ending]);
        const [image] = rows;
        return image && { name: `image.${image.type}`, type: `image/${image.type}`, content: image.content };
      },
    },
  ];
}
