import test from 'ava';
import { needsAttention } from '../../src/subscriptions/needs-attention.js';
import type { ApplicationSeats } from '../../src/subscriptions/summarize-seats.js';

const now = Date.parse('2030-01-31T00:00:00Z');
const inDays = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000);
type Subscription = ApplicationSeats['licenseTypes'][number]['subscriptions'][number];

function applicationWith(subscription: Partial<Subscription>, totals = { bought: 5, held: 1, reserved: 0, free: 4 }) {
  const entry: Subscription = {
    id: 'subscription',
    tenantId: 'acme',
    applicationId: 'crm',
    applicationName: 'CRM',
    licenseTypeId: 'pro',
    licenseTypeName: 'Pro',
    quantityPurchased: 5,
    quantityAssigned: 0,
    quantityReserved: 0,
    quantityAvailable: 5,
    pendingQuantity: null,
    pendingAt: null,
    pendingRelease: false,
    overagePercent: 0,
    limits: {},
    trial: false,
    reclaimAfterDays: 0,
    leases: 'ALLOWED',
    status: 'ACTIVE',
    startsAt: inDays(-100),
    expiresAt: null,
    ...subscription,
  };
  const licenseTypes = [{ id: 'pro', name: 'Pro', ...totals, subscriptions: [entry] }];
  return { id: 'crm', name: 'CRM', ...totals, licenseTypes };
}
const kindsOf = (application: ApplicationSeats) => needsAttention([application], now).map(({ kind }) => kind);

for (const [title, subscription, expected] of [
  ['an active subscription without an end', {}, []],
  ['one that ends in 31 days', { expiresAt: inDays(31) }, []],
  ['one that ends in 29 days', { expiresAt: inDays(29) }, ['ends']],
  ['a suspended one', { status: 'SUSPENDED' }, ['suspended']],
  ['a canceled one without holders', { status: 'CANCELED' }, []],
  ['a canceled one with holders', { status: 'CANCELED', quantityAssigned: 1 }, ['canceled']],
  ['one that ended last week', { status: 'EXPIRED', expiresAt: inDays(-7) }, ['ended']],
  ['one that ended long ago without holders', { status: 'EXPIRED', expiresAt: inDays(-90) }, []],
  [
    'one that ended long ago with holders',
    { status: 'EXPIRED', expiresAt: inDays(-90), quantityAssigned: 2 },
    ['ended'],
  ],
] as const) {
  test(`what needs attention, ${title}: ${expected.join() || 'nothing'}`, (t) => {
    t.deepEqual(kindsOf(applicationWith(subscription)), [...expected]);
  });
}

test('an application without a free seat needs attention, but not one without any seats', (t) => {
  t.deepEqual(kindsOf(applicationWith({}, { bought: 5, held: 5, reserved: 0, free: 0 })), ['full']);
  t.deepEqual(kindsOf(applicationWith({}, { bought: 0, held: 0, reserved: 0, free: 0 })), []);
});
