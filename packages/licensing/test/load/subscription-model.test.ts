import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import fc from 'fast-check';
import { checkLicense } from '../../src/check/check-license.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { listSubscriptions } from '../../src/subscriptions/list-subscriptions.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const userCount = 5;
const who = fc.nat({ max: userCount - 1 });
const quantity = fc.integer({ min: 1, max: userCount });
const onExcess = fc.constantFrom('refuse', 'release');
const member = fc.record({ kind: fc.constantFrom('grant', 'wait', 'grant', 'revoke', 'use', 'lease', 'reserve'), who });
const plan = fc.record({
  kind: fc.constant('plan' as const),
  quantity,
  onExcess,
  inDays: fc.integer({ min: 1, max: 2 }),
});
const pass = fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 3 }) });
const step = fc.oneof(
  { arbitrary: member, weight: 8 },
  { arbitrary: plan, weight: 3 },
  { arbitrary: pass, weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('quantity' as const), quantity, onExcess }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('withdraw' as const) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('overage' as const), percent: fc.constantFrom(0, 1, 100) }), weight: 1 },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const inDays = (count: number) => new Date(Date.now() + days(count));

async function perform(tenant: LicensedTenant, users: readonly string[], one: Step): Promise<unknown> {
  const { db } = services;
  const { tenantId, applicationId, subscriptionId } = tenant;
  const change = (changes: Parameters<typeof updateSubscription>[1]['changes']) =>
    updateSubscription(services, { ...tenant, changes });
  const userId = 'who' in one ? (users[one.who] ?? '') : '';
  switch (one.kind) {
    case 'quantity':
      return change({ quantity: one.quantity, onExcess: one.onExcess });
    case 'plan':
      return change({ quantity: one.quantity, onExcess: one.onExcess, effectiveAt: inDays(one.inDays) });
    case 'withdraw':
      return change({ pendingQuantity: null });
    case 'overage':
      return change({ overagePercent: one.percent });
    case 'pass':
      return passTime(db, { tenantId, milliseconds: days(one.days) });
    case 'grant':
      return grantSeat(services, { ...tenant, userId });
    case 'revoke':
      return revokeSeat(services, { ...tenant, userId });
    case 'wait':
      // Only somebody without a seat waits, only once, and only if none is free.
      if (await db.seat.count({ where: { tenantId, userId } })) return undefined;
      if (await db.licenseRequest.count({ where: { tenantId, userId, status: 'WAITING' } })) return undefined;
      return wait(services, tenant, userId).then(() => change({ limits: {} }));
    case 'use':
      return checkLicense(services, { ...tenant, userId }).then(() => services.uses.flush());
    case 'lease':
      // Without a seat there is nothing to lease.
      return addLease(db, tenant, userId, inDays(2)).catch(() => undefined);
    default:
      // Without a free seat the database refuses it.
      return db.seatReservation
        .create({ data: { tenantId, applicationId, subscriptionId, expiresAt: inDays(2) } })
        .catch(() => undefined);
  }
}

/** What was bought and held so long ago, from the periods that the database keeps. */
async function stateAt({ tenantId, subscriptionId }: LicensedTenant, time: Date): Promise<string> {
  const { rows } = await services.pool.query<{ state: string }>(
    `SELECT (SELECT max(quantity) FROM identity.subscription_terms
        WHERE subscription_id = $2 AND started_at <= $3 AND (ended_at IS NULL OR ended_at > $3)) || ' bought, ' ||
      (SELECT count(*) FROM identity.seat_periods
        WHERE tenant_id = $1 AND started_at <= $3 AND (ended_at IS NULL OR ended_at > $3)) || ' held' AS state`,
    [tenantId, subscriptionId, time],
  );
  return rows[0]?.state ?? '';
}

/** Everything that must be true after each step. */
async function problemsOf(tenant: LicensedTenant): Promise<unknown[]> {
  const { tenantId, subscriptionId } = tenant;
  const { rows: silent } = await services.pool.query(
    `SELECT 'a seat ended without its event' AS problem, p.id FROM identity.seat_periods p
     WHERE p.tenant_id = $1 AND p.ended_at IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM identity.events e WHERE e.tenant_id = $1 AND e.type IN ('seat.revoked', 'seat.released')
         AND e.data->>'seatId' = p.id::text AND e.data->>'cause' = p.cause)`,
    [tenantId],
  );
  const { rows: idle } = await services.pool.query(
    `SELECT 'somebody waits although a seat is free' AS problem, sub.id FROM identity.subscriptions sub
     WHERE sub.id = $1 AND identity.allowed_seats(quantity_purchased, overage_percent) > quantity_assigned + quantity_reserved
       AND EXISTS (SELECT 1 FROM identity.license_requests r WHERE r.tenant_id = sub.tenant_id AND r.status = 'WAITING')`,
    [subscriptionId],
  );
  return [...silent, ...idle, ...(await brokenRules(services))];
}

/** A plan that has to wait for seats to become free. */
const blocked: Step[] = [
  { kind: 'grant', who: 0 },
  { kind: 'plan', quantity: 1, onExcess: 'refuse', inDays: 1 },
  { kind: 'grant', who: 1 },
  { kind: 'grant', who: 2 },
  { kind: 'wait', who: 3 },
  { kind: 'pass', days: 2 },
  { kind: 'use', who: 0 },
  { kind: 'revoke', who: 0 },
  { kind: 'pass', days: 1 },
  { kind: 'revoke', who: 1 },
];

/** A plan that has to wait for the end of a lease. */
const leased: Step[] = [
  { kind: 'grant', who: 0 },
  { kind: 'grant', who: 1 },
  { kind: 'plan', quantity: 1, onExcess: 'release', inDays: 1 },
  { kind: 'lease', who: 0 },
  { kind: 'lease', who: 1 },
  { kind: 'pass', days: 1 },
  { kind: 'use', who: 1 },
  { kind: 'pass', days: 2 },
  { kind: 'use', who: 0 },
];

/** A plan that has to wait until the overage is larger. */
const widened: Step[] = [
  { kind: 'grant', who: 0 },
  { kind: 'plan', quantity: 1, onExcess: 'refuse', inDays: 1 },
  { kind: 'grant', who: 1 },
  { kind: 'pass', days: 1 },
  { kind: 'pass', days: 1 },
  { kind: 'overage', percent: 1 },
];

/** Somebody who waits asks once more. */
const impatient: Step[] = [
  { kind: 'grant', who: 0 },
  { kind: 'grant', who: 1 },
  { kind: 'grant', who: 2 },
  { kind: 'wait', who: 3 },
  { kind: 'wait', who: 3 },
  { kind: 'revoke', who: 0 },
];

test('whatever happens to a subscription, nobody loses a seat silently, nobody waits beside a free seat, and the past stays as it was', async (t) => {
  const walk = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    const tenant = await addLicensedTenant(services.db, 3);
    const { tenantId } = tenant;
    const users = await Promise.all(Array.from({ length: userCount }, () => addMember(services.db, tenantId)));
    const seen: { at: number; passed: number; state: string }[] = [];
    let passed = 0;
    for (const one of steps) {
      await perform(tenant, users, one).catch((error: { code?: string; message: string }) => {
        // A refusal is an answer.
        if (!/^[A-Z_]+$/u.test(error.code ?? '') || error.code === 'INTERNAL_ERROR') throw error;
      });
      if (one.kind === 'pass') passed += days(one.days);
      await listSubscriptions(services, tenant);
      const problems = await problemsOf(tenant);
      if (problems.length > 0) throw new Error(`${JSON.stringify(one)}: ${JSON.stringify(problems)}`);
      const at = Date.now();
      seen.push({ at, passed, state: await stateAt(tenant, new Date(at)) });
    }
    for (const { at, passed: before, state } of seen) {
      const now = await stateAt(tenant, new Date(at - (passed - before)));
      if (now !== state) throw new Error(`Then it was ${state}, now it is said to have been ${now}.`);
    }
  });
  await t.notThrowsAsync(
    fc.assert(walk, {
      numRuns: 12,
      includeErrorInReport: true,
      examples: [[blocked], [leased], [widened], [impatient]],
    }),
  );
});
