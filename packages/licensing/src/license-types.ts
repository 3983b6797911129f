import { isUuid, type Principal } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import { actorOf } from './actor.js';
import { invalidApplicationId, slugTaken } from './errors.js';
import type { CreateLicenseTypeBody } from './schemas.js';

const withApplication = { application: { select: { name: true } } };

/** The license types of one application or of all; a machine of a tenant sees those of the applications its tenant subscribes to. */
export async function listLicenseTypes(
  db: Database,
  input: { principal: Principal; applicationId?: string | undefined },
) {
  const { principal, applicationId } = input;
  if (applicationId !== undefined) await requireApplication(db, applicationId);
  const tenantId = principal.kind === 'machine' ? principal.tenantId : null;
  const types = await db.licenseType.findMany({
    where: {
      ...(applicationId === undefined ? {} : { applicationId }),
      ...(tenantId === null ? {} : { application: { subscriptions: { some: { tenantId } } } }),
    },
    include: withApplication,
    orderBy: [{ applicationId: 'asc' }, { id: 'asc' }],
  });
  return { licenseTypes: types.map(({ application, ...type }) => ({ ...type, applicationName: application.name })) };
}

/** Adds a license type to an application. */
export async function createLicenseType(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: z.output<typeof CreateLicenseTypeBody> & { principal: Principal },
) {
  const { principal, ...data } = input;
  await requireApplication(db, data.applicationId);
  return db.$transaction(async (tx) => {
    // In one statement that tells a taken slug apart: a failed one would end the transaction.
    const [type] = await tx.licenseType.createManyAndReturn({
      data: [data],
      skipDuplicates: true,
      include: withApplication,
    });
    if (!type) throw slugTaken();
    const { application, ...created } = type;
    await events.publish(tx, {
      type: 'license_type.created',
      tenantId: null,
      actor: actorOf(principal),
      subjectId: created.id,
      data: { applicationId: created.applicationId, slug: created.slug, name: created.name },
    });
    return { ...created, applicationName: application.name };
  });
}

async function requireApplication(db: Database, id: string): Promise<void> {
  const found = isUuid(id) ? await db.application.findUnique({ where: { id }, select: { id: true } }) : null;
  if (!found) throw invalidApplicationId();
}
