import { actorOf, type Principal, reply } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import { slugTaken } from '../access/errors.js';
import type { CreateLicenseTypeBody } from '../schemas.js';
import { licenseTypeEntry, withApplication } from './license-type-entry.js';
import { lockApplication } from './lock-license-type.js';

/** Adds a license type to an application. */
export async function createLicenseType(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: z.output<typeof CreateLicenseTypeBody> & { principal: Principal },
) {
  const { principal, limits = {}, ...data } = input;
  return db.$transaction(async (tx) => {
    await lockApplication(tx, data.applicationId);
    // In one statement that detects a taken slug: an error would end the transaction.
    const [type] = await tx.licenseType.createManyAndReturn({
      data: [{ ...data, limits }],
      skipDuplicates: true,
      include: withApplication,
    });
    if (!type) throw slugTaken();
    const created = licenseTypeEntry(type);
    await events.publish(tx, {
      type: 'license_type.created',
      tenantId: null,
      actor: actorOf(principal),
      subjectId: created.id,
      data: { applicationId: created.applicationId, slug: created.slug, name: created.name },
    });
    return reply(created);
  });
}
