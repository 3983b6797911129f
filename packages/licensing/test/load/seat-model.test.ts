import test from 'ava';
import fc from 'fast-check';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  remove,
  suspend,
  type TestServices,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const userCount = 4;
type Status = 'ACTIVE' | 'SUSPENDED' | 'GONE';
/** The expected state of a tenant, updated by hand. */
interface Model {
  quantity: number;
  expired: boolean;
  status: Status[];
  seated: boolean[];
}
interface Real {
  tenant: LicensedTenant;
  users: string[];
}

const anyUser = fc.nat({ max: userCount - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), who: anyUser }),
  fc.record({ kind: fc.constant('grant' as const), who: anyUser }),
  fc.record({ kind: fc.constantFrom('revoke', 'leave', 'suspend', 'reactivate', 'join'), who: anyUser }),
  fc.record({ kind: fc.constant('quantity' as const), to: fc.integer({ min: 1, max: userCount }) }),
  fc.record({ kind: fc.constant('expire' as const), now: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const assigned = ({ seated }: Model) => seated.filter(Boolean).length;

/** What the service should return: undefined, or an error code. Updates the model on success. */
function predict(model: Model, { kind, ...rest }: Step): string | undefined {
  const who = 'who' in rest ? rest.who : 0;
  const leave = (status: Status) => {
    model.status[who] = status;
    model.seated[who] = false;
  };
  switch (kind) {
    case 'grant':
      if (model.status[who] !== 'ACTIVE') return 'USER_NOT_FOUND';
      if (model.seated[who]) return 'ALREADY_LICENSED';
      if (model.expired || assigned(model) >= model.quantity) return 'NO_SEATS_AVAILABLE';
      model.seated[who] = true;
      return undefined;
    case 'revoke':
      if (!model.seated[who]) return 'LICENSE_NOT_FOUND';
      model.seated[who] = false;
      return undefined;
    case 'leave':
      if (model.status[who] !== 'GONE') leave('GONE');
      return undefined;
    case 'suspend':
      if (model.status[who] === 'ACTIVE') leave('SUSPENDED');
      return undefined;
    case 'reactivate':
      if (model.status[who] === 'SUSPENDED') model.status[who] = 'ACTIVE';
      return undefined;
    case 'join':
      if (model.status[who] === 'GONE') model.status[who] = 'ACTIVE';
      return undefined;
    case 'quantity': {
      const to = 'to' in rest ? rest.to : 0;
      if (to < assigned(model)) return 'SEATS_IN_USE';
      model.quantity = to;
      return undefined;
    }
    default:
      model.expired = 'now' in rest && rest.now;
      return undefined;
  }
}

/** Does the same with the database. */
async function perform({ tenant, users }: Real, { kind, ...rest }: Step, status: readonly Status[]): Promise<unknown> {
  const { db } = services;
  const { tenantId } = tenant;
  const who = 'who' in rest ? rest.who : 0;
  const userId = users[who] ?? '';
  const key = { tenantId, userId };
  switch (kind) {
    case 'grant':
      return grantSeat(services, { ...tenant, userId });
    case 'revoke':
      return revokeSeat(services, { ...tenant, userId });
    case 'leave':
      return status[who] === 'GONE' ? undefined : remove(services, tenantId, userId);
    case 'suspend':
      return status[who] === 'ACTIVE' ? suspend(services, tenantId, userId) : undefined;
    case 'reactivate':
      return db.membership.updateMany({ where: { ...key, status: 'SUSPENDED' }, data: { status: 'ACTIVE' } });
    case 'join':
      return status[who] === 'GONE' ? db.membership.create({ data: key }) : undefined;
    case 'quantity':
      return updateSubscription(services, { ...tenant, changes: { quantity: 'to' in rest ? rest.to : 1 } });
    default: {
      const expiresAt = 'now' in rest && rest.now ? new Date(Date.now() - 1_000) : null;
      return updateSubscription(services, { ...tenant, changes: { expiresAt } });
    }
  }
}

test('whatever is done in whatever order, seats are as a simple model says, within what was bought, and of active members', async (t) => {
  const walk = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const tenant = await addLicensedTenant(services.db, 2);
    const users = await Promise.all(Array.from({ length: userCount }, () => addMember(services.db, tenant.tenantId)));
    const model: Model = {
      quantity: 2,
      expired: false,
      status: users.map(() => 'ACTIVE'),
      seated: users.map(() => false),
    };
    for (const one of steps) {
      const before = [...model.status];
      const expected = predict(model, one);
      const result = await perform({ tenant, users }, one, before).then(
        () => undefined,
        (error: { code: string }) => error.code,
      );
      if (result !== expected) throw new Error(`${JSON.stringify(one)}: ${result} instead of ${expected}`);
    }
    const seats = await services.db.seat.findMany({ where: { tenantId: tenant.tenantId } });
    const held = users.map((userId) => seats.some((seat) => seat.userId === userId));
    if (String(held) !== String(model.seated)) throw new Error(`${held} instead of ${model.seated}`);
    const broken = await brokenRules(services);
    if (broken.length > 0) throw new Error(JSON.stringify(broken));
  });
  await t.notThrowsAsync(fc.assert(walk, { numRuns: 15 }));
});
