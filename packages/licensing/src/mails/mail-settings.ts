import { actorOf, type Principal, reply } from '@org/identity-core';
import { changeAsManager, type Database, type IdentityPluginHost, requireManager } from '@org/identity-prisma';
import { type LicenseMailKind, licenseMailKinds } from './mail-kinds.js';

interface Input {
  tenantId: string;
  principal: Principal;
}

/** The kinds of mail about licenses that a tenant has turned off. */
export async function getMailSettings(db: Database, input: Input): Promise<{ muted: LicenseMailKind[] }> {
  await requireManager(db, input);
  const { tenantId } = input;
  const row = await db.licenseMailSettings.findUnique({ where: { tenantId }, select: { muted: true } });
  return { muted: licenseMailKinds.filter((kind) => row?.muted.includes(kind)) };
}

/** Turns kinds of mail about licenses off; all others are on. */
export async function setMailSettings(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: Input & { muted: readonly LicenseMailKind[] },
): Promise<{ muted: LicenseMailKind[] }> {
  const { tenantId, principal } = input;
  const muted = licenseMailKinds.filter((kind) => input.muted.includes(kind));
  return changeAsManager(db, { tenantId, principal }, async (tx) => {
    await tx.licenseMailSettings.upsert({ where: { tenantId }, create: { tenantId, muted }, update: { muted } });
    await events.publish(tx, {
      type: 'license_mails.updated',
      tenantId,
      actor: actorOf(principal),
      subjectId: tenantId,
      data: { muted },
    });
    return reply({ muted });
  });
}
