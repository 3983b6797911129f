import { createHash } from 'node:crypto';
import { actorOf, type Principal } from '@org/identity-core';
import {
  type Database,
  type IdentityPluginHost,
  imagesPath,
  TenantImageKind,
  type Transaction,
} from '@org/identity-prisma';
import { changeTenant } from '../tenant/change-tenant.js';
import { readImage } from './image-file.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** The images that a tenant can have. */
export const imageKinds = Object.values(TenantImageKind);

interface ImageKey {
  tenantId: string;
  principal: Principal;
  kind: TenantImageKind;
}

/** Stores an uploaded file as the logo or the icon of a tenant, instead of the one before. */
export async function setTenantImage(services: Services, { file, ...key }: ImageKey & { file: Uint8Array }) {
  const { tenantId, kind } = key;
  const { type, content } = await readImage(file);
  const hash = createHash('sha256').update(content).digest();
  await change(services, key, async (tx) => {
    const where = { tenantId_kind: { tenantId, kind } };
    const before = await tx.tenantImage.findUnique({ where, select: { hash: true } });
    if (before && hash.equals(before.hash)) return false;
    const data = { type, hash: Uint8Array.from(hash), content: Uint8Array.from(content), createdAt: new Date() };
    await tx.tenantImage.upsert({ where, create: { tenantId, kind, ...data }, update: data });
    return true;
  });
}

/** Deletes the logo or the icon of a tenant, if it has one. */
export async function removeTenantImage(services: Services, key: ImageKey): Promise<void> {
  const { tenantId, kind } = key;
  await change(services, key, async (tx) => (await tx.tenantImage.deleteMany({ where: { tenantId, kind } })).count > 0);
}

/** With the right and the event of every change of the settings. */
function change(
  { db, events }: Services,
  { tenantId, principal, kind }: ImageKey,
  write: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  return changeTenant({ db, tenantId, principal, right: 'update the tenant' }, async (tx) => {
    if (!(await write(tx))) return;
    await events.publish(tx, {
      type: 'tenant.updated',
      tenantId,
      actor: actorOf(principal),
      subjectId: tenantId,
      data: { changed: [kind] },
    });
  });
}

/** The paths of a tenant's images. */
export async function listTenantImages(
  db: Database,
  tenantId: string,
): Promise<Partial<Record<TenantImageKind, string>>> {
  const images = await db.tenantImage.findMany({
    where: { tenantId },
    select: { kind: true, type: true, hash: true },
  });
  const pathOf = (hash: Uint8Array, type: string) => `${imagesPath}/${Buffer.from(hash).toString('hex')}.${type}`;
  return Object.fromEntries(images.map(({ kind, type, hash }) => [kind, pathOf(hash, type)]));
}
