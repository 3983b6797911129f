import { platformMachine } from '@org/identity-example-server/test/platform-api';
import { send } from '@org/identity-example-server/test/tenant-api';
import test from 'ava';
import {
  mirroredTenant,
  mirrorMachine,
  mirrorOf,
  reasonOf,
  type Server,
  startServer,
  untilReason,
} from './support/mirror-scene.js';

let server: Server;
let operator: string;
test.before(async () => {
  server = await startServer();
  operator = await platformMachine(server);
});
test.after.always(() => server?.stop());

/** Disables or enables an account, as an operator does. */
async function set(userId: string, action: 'disable' | 'enable'): Promise<void> {
  const { status } = await send(server.issuer, 'POST', `/api/platform/users/${userId}/${action}`, operator, {});
  if (status !== 200) throw new Error(`${action}: ${status}`);
}

test('an account that is disabled has no license in a mirror, and has it back when it is enabled', async (t) => {
  const scene = await mirroredTenant(t, server, { held: 2 });
  const { mirror, tenant, members, check } = scene;
  const [one, other] = members;
  if (!one || !other) return t.fail();
  const all = mirrorOf(t, server, await mirrorMachine(server, null));
  await all.ready();
  const before = { ...mirror.check({ userId: one.userId }) };
  await set(one.userId, 'disable');
  await untilReason(mirror, { userId: one.userId, reason: 'NO_SEAT' });
  await untilReason(all, { userId: one.userId, tenantId: tenant.id, reason: 'NO_SEAT' });
  t.like(await check(one.userId), { hasLicense: false, reason: 'ACCOUNT_DISABLED' });
  t.is(reasonOf(mirror, other.userId), 'LICENSED');
  await set(one.userId, 'enable');
  await untilReason(mirror, { userId: one.userId, reason: 'LICENSED' });
  await untilReason(all, { userId: one.userId, tenantId: tenant.id, reason: 'LICENSED' });
  t.deepEqual({ ...mirror.check({ userId: one.userId }) }, before);
  t.deepEqual(before, { ...(await check(one.userId)) });
  t.is(mirror.size, 2);
});

test('a mirror that began while an account was disabled learns its seat when it is enabled', async (t) => {
  const { tenant, machine, members, check } = await mirroredTenant(t, server);
  const { userId = '' } = members[0] ?? {};
  await set(userId, 'disable');
  const late = mirrorOf(t, server, machine);
  const all = mirrorOf(t, server, await mirrorMachine(server, null));
  await Promise.all([late.ready(), all.ready()]);
  t.deepEqual([reasonOf(late, userId), late.size], ['NO_SEAT', 0]);
  t.is(reasonOf(all, userId, tenant.id), 'NO_SEAT');
  await set(userId, 'enable');
  await untilReason(late, { userId, reason: 'LICENSED' });
  await untilReason(all, { userId, tenantId: tenant.id, reason: 'LICENSED' });
  t.deepEqual({ ...late.check({ userId }) }, await check(userId));
  t.is(late.size, 1);
});

test('a seat that a disabled account gets or loses counts when it is enabled', async (t) => {
  const { mirror, machine, members, member, grant, revoke } = await mirroredTenant(t, server);
  const { userId: loser = '' } = members[0] ?? {};
  const { userId: winner } = await member();
  const { userId: marker } = await member();
  await set(loser, 'disable');
  await set(winner, 'disable');
  // It began when both were disabled, so it has no event that says so.
  const late = mirrorOf(t, server, machine);
  await late.ready();
  await revoke(loser);
  await grant(winner);
  // The events come in order: when this one is here, the others are.
  await grant(marker);
  for (const each of [mirror, late]) {
    await untilReason(each, { userId: marker, reason: 'LICENSED' });
    const seen = await untilReason(each, { userId: winner, reason: 'NO_SEAT' });
    t.false(seen.includes('LICENSED'));
  }
  await set(loser, 'enable');
  await set(winner, 'enable');
  for (const each of [mirror, late]) {
    await untilReason(each, { userId: winner, reason: 'LICENSED' });
    await untilReason(each, { userId: loser, reason: 'NO_SEAT' });
    t.is(each.size, 2);
  }
});
