import { createHash } from 'node:crypto';
import { pngImage } from '@org/identity-testing/sample-images';
import type { TestServer } from './test-server.js';

/** The look of these tenants. */
export const look = { name: 'Acme Bank', accentColor: '#9d1c4a' };

/** Gives a tenant a name, a colour, a logo and an icon. Returns the paths of the images. */
export async function giveLook(server: TestServer, tenantId: string, brand: Record<string, string> = look) {
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenantId }, data: { settings: { brand } } });
  const add = async (kind: 'logo' | 'favicon', content: Buffer) => {
    const hash = createHash('sha256').update(content).digest();
    const bytes = { hash: Uint8Array.from(hash), content: Uint8Array.from(content) };
    await db.tenantImage.create({ data: { tenantId, kind, type: 'png', ...bytes } });
    return `/brand-images/${hash.toString('hex')}.png`;
  };
  return {
    logo: await add('logo', pngImage({ width: 96, height: 32, colour: '9d1c4a' })),
    favicon: await add('favicon', pngImage({ width: 32, height: 32, colour: '1c4a9d' })),
  };
}
