import { type Database, type IdentityPluginHost, isInOneTransaction, Prisma } from '@org/identity-prisma';
import { changeSeats } from './change-seats.js';
import { isUnleased } from './require-unleased.js';

/**
 * The condition for a planned quantity of a subscription `sub` to be due. Not one that has to wait because more seats are in
 * use than it allows: it is applied by the change that frees them.
 */
const hasDuePlan = `(CASE WHEN sub.pending_at <= now() THEN
  sub.pending_quantity >= sub.quantity_purchased
  OR sub.quantity_assigned + sub.quantity_reserved
    <= identity.allowed_seats(sub.quantity_purchased - 1, sub.overage_percent)
  OR (sub.pending_release AND EXISTS (
    SELECT 1 FROM identity.seats WHERE seats.subscription_id = sub.id AND ${isUnleased.sql}))
  ELSE false END)`;

/** The condition for a subscription `sub` to have due changes. */
export const isDue = `(${hasDuePlan} OR (sub.quantity_reserved > 0 AND EXISTS (
  SELECT 1 FROM identity.seat_reservations kept WHERE kept.subscription_id = sub.id AND kept.expires_at <= now())))`;

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

export interface DueScope {
  readonly tenantId: string;
  /** Without it, all applications of the tenant. */
  readonly applicationId?: string | undefined;
}

const running = new WeakMap<Database, Map<string, Promise<boolean>>>();

/**
 * Applies due changes of a tenant. Returns whether something was due. Readers call it if a row that they
 * have read says so, and then read again. Many readers at once share one run. A rehearsal has its own: what it settles is
 * rolled back, so nobody else may rely on it; and a run of others may wait for locks that the rehearsal holds.
 */
export function settleDue(services: Services, scope: DueScope): Promise<boolean> {
  if (isInOneTransaction()) return settle(services, scope);
  const runs = running.get(services.db) ?? new Map<string, Promise<boolean>>();
  running.set(services.db, runs);
  const key = `${scope.tenantId} ${scope.applicationId ?? ''}`.toLowerCase();
  const run = runs.get(key) ?? settle(services, scope).finally(() => runs.delete(key));
  runs.set(key, run);
  return run;
}

async function settle(services: Services, { tenantId, applicationId }: DueScope): Promise<boolean> {
  const ofApplication =
    applicationId === undefined ? Prisma.empty : Prisma.sql`AND sub.application_id = ${applicationId}::uuid`;
  const types = await services.db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT sub.license_type_id AS id FROM identity.subscriptions sub
    WHERE sub.tenant_id = ${tenantId}::uuid ${ofApplication} AND ${Prisma.raw(isDue)}`;
  if (types.length === 0) return false;
  const licenseTypeIds = types.map(({ id }) => id);
  await changeSeats(services, { tenantId, licenseTypeIds }, () => Promise.resolve(undefined));
  return true;
}
