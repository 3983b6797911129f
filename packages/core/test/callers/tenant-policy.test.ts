import test from 'ava';
import { type SignInFacts, type TenantPolicy, unmetDemand } from '../../src/index.js';

const policy: TenantPolicy = {
  requireSso: true,
  breakGlass: ['listed'],
  sessionHours: null,
  idleMinutes: null,
  allowedNetworks: [],
};
const signedInAt = new Date('2026-01-01T12:00:00Z');
const facts: SignInFacts = {
  tenantId: 'tenant',
  userId: 'listed',
  role: 'owner',
  via: null,
  secondFactor: true,
  secondFactorSince: new Date('2026-01-01T11:59:59Z'),
  signedInAt,
  pauseSeconds: 0,
  ip: '203.0.113.1',
};

test('a listed owner gets around the provider with the second factor they had before', (t) => {
  t.is(unmetDemand(policy, facts), undefined);
  t.is(unmetDemand(policy, { ...facts, secondFactor: false }), 'secondFactor');
});

test('nobody else does: other owners, other roles, and those whose second factor is new, missing or of unknown age', (t) => {
  t.is(unmetDemand(policy, { ...facts, userId: 'other' }), 'sso');
  t.is(unmetDemand(policy, { ...facts, role: 'admin' }), 'sso');
  t.is(unmetDemand({ ...policy, breakGlass: [] }, facts), 'sso');
  t.is(unmetDemand(policy, { ...facts, secondFactorSince: undefined }), 'sso');
  t.is(unmetDemand(policy, { ...facts, secondFactorSince: signedInAt }), 'sso');
  t.is(unmetDemand(policy, { ...facts, signedInAt: undefined }), 'sso');
});

test('the same holds for networks', (t) => {
  const networks = { ...policy, requireSso: false, allowedNetworks: ['198.51.100.0/24'] };
  t.is(unmetDemand(networks, facts), undefined);
  t.is(unmetDemand({ ...networks, breakGlass: [] }, facts), 'network');
  t.is(unmetDemand(networks, { ...facts, secondFactorSince: undefined }), 'network');
  t.is(unmetDemand(networks, { ...facts, ip: '198.51.100.7', userId: 'other' }), undefined);
});
