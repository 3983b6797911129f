import type { Actor } from '@org/identity-core';
import { bringLicenseTypes, bringSubscriptions } from '@org/identity-licensing';
import type { AddedCatalogue, Database, EventBus, Transaction } from '@org/identity-prisma';
import { bringTenant } from '@org/identity-tenants';
import { storedAgentSeats } from '../applications/agent-seats.js';
import type { CatalogueLine } from './catalogue-line.js';

/**
 * Adds the applications, license types, tenants and subscriptions of an export that do not exist yet, each line in a transaction
 * of its own. What exists stays as it is, so the same export twice adds nothing. For the operator's command: it checks no
 * rights.
 */
export async function bringCatalogue(
  { db, events }: { db: Database; events: EventBus },
  { lines, actor }: { lines: readonly CatalogueLine[]; actor: Actor },
): Promise<AddedCatalogue> {
  const brought = { applications: 0, licenseTypes: 0, tenants: 0, subscriptions: 0 };
  for (const { catalogue } of lines)
    await db.$transaction(async (tx) => {
      if ('application' in catalogue) {
        const { licenseTypes: types, ...application } = catalogue.application;
        const { id: applicationId, added } = await bringApplication(tx, events, { ...application, actor });
        brought.applications += Number(added);
        brought.licenseTypes += await bringLicenseTypes(tx, events, { applicationId, types, actor });
        return;
      }
      const { subscriptions, ...tenant } = catalogue.tenant;
      const { tenantId, added } = await bringTenant(tx, events, { tenant, actor });
      brought.tenants += Number(added);
      brought.subscriptions += await bringSubscriptions(tx, events, { tenantId, subscriptions, actor });
    });
  return brought;
}

type Application = Extract<CatalogueLine['catalogue'], { application: unknown }>['application'];

async function bringApplication(
  tx: Transaction,
  events: EventBus,
  { name, agentSeats, actor }: Omit<Application, 'licenseTypes'> & { actor: Actor },
): Promise<{ id: string; added: boolean }> {
  const data = [{ name, agentSeats: storedAgentSeats(agentSeats) }];
  const [created] = await tx.application.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
  if (!created) {
    const { id } = await tx.application.findUniqueOrThrow({ where: { name }, select: { id: true } });
    return { id, added: false };
  }
  const event = { tenantId: null, actor, subjectId: created.id, data: { name } };
  await events.publish(tx, { type: 'application.created', ...event });
  return { id: created.id, added: true };
}
