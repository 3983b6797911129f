import test from 'ava';
import { requestScene } from '../support/license-requests.js';
import { pro } from '../support/licensing-api.js';
import { asPlatform, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

const codes = (responses: readonly { status: number; body: Record<string, unknown> }[]) =>
  responses.map(({ status, body }) => `${status} ${String(body['error'] ?? body['status'])}`).sort();
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** What must be true of every request and seat: see `identity-server verify`. */
async function brokenRules(tenantId: string): Promise<unknown[]> {
  return server.identity.db.$queryRaw`
    SELECT r.id, r.status::text FROM identity.license_requests r
    LEFT JOIN identity.seats s
      ON s.tenant_id = r.tenant_id AND s.application_id = r.application_id AND s.user_id = r.user_id
    LEFT JOIN identity.memberships m ON m.tenant_id = r.tenant_id AND m.user_id = r.user_id
    WHERE r.tenant_id = ${tenantId}::uuid AND r.status IN ('PENDING', 'WAITING')
      AND (s.id IS NOT NULL OR m.status IS DISTINCT FROM 'ACTIVE')
    UNION ALL
    SELECT sub.id, 'a free seat although somebody waits' FROM identity.subscriptions sub
    WHERE sub.tenant_id = ${tenantId}::uuid AND sub.quantity_assigned + sub.quantity_reserved < sub.quantity_purchased
      AND EXISTS (SELECT 1 FROM identity.license_requests r WHERE r.tenant_id = sub.tenant_id
        AND r.license_type_id = sub.license_type_id AND r.status = 'WAITING')`;
}

test('of ten requests of one member at once, one is made', async (t) => {
  const { member, ask, listed } = await requestScene(server, 1);
  const { token } = await member();
  const responses = await times(10, () => ask(token));
  t.deepEqual(codes(responses), ['201 PENDING', ...Array(9).fill('409 REQUEST_EXISTS')]);
  t.is((await listed()).length, 1);
});

test('of managers who decide at once, one wins', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { tenant, asked, decide, holders } = await requestScene(server, 1);
    const admin = await addMember(server, tenant.id, 'admin');
    const token = await tokenOf(server.issuer, admin.email, tenant.slug);
    const { requestId, userId } = await asked();
    const responses = await times(6, (index) =>
      decide(index % 2 === 0 ? 'approve' : 'decline', requestId, {}, ...(index < 3 ? [token] : [])),
    );
    const won = responses.filter(({ status }) => status === 200);
    t.deepEqual([won.length, codes(responses).filter((code) => code === '409 REQUEST_DECIDED').length], [1, 5]);
    t.deepEqual(await holders(), won[0]?.body['status'] === 'GRANTED' ? [userId] : []);
    const where = { tenantId: tenant.id, type: { in: ['license_request.approved', 'license_request.declined'] } };
    t.is(await server.identity.db.event.count({ where }), 1);
  }
});

test('approvals and revocations at once leave no seat free while somebody waits', async (t) => {
  for (let round = 0; round < 3; round += 1) {
    const { tenant, asked, decide, grant, revoke, listed, holders } = await requestScene(server, 2);
    const held = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
    for (const { userId } of held) await grant(userId, pro);
    const people = [await asked(), await asked(), await asked(), await asked()];
    const responses = await Promise.all([
      ...people.map(({ requestId }) => decide('approve', requestId)),
      ...held.map(({ userId }) => revoke(userId)),
    ]);
    t.true(
      responses.every(({ status }) => status === 200),
      JSON.stringify(codes(responses)),
    );
    t.is((await holders()).length, 2);
    t.deepEqual(
      (await listed('?status=WAITING')).map(({ position }) => position),
      [1, 2],
    );
    t.deepEqual(await brokenRules(tenant.id), []);
  }
});

test('approvals, declines, removals, grants and a larger quantity at once break no rule', async (t) => {
  const { tenant, asked, decide, grant, revoke, owner } = await requestScene(server, 3);
  const held = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
  for (const { userId } of held) await grant(userId, pro);
  const people = await times(10, () => asked());
  for (const { requestId } of people.slice(0, 4)) await decide('approve', requestId);
  const remove = (membershipId = '') =>
    send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${membershipId}`, owner);
  const larger = `/api/licensing/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  const responses = await Promise.all([
    ...people.slice(4).map(({ requestId }) => decide('approve', requestId)),
    ...people.slice(2, 6).map(({ requestId }) => decide('decline', requestId)),
    ...people.slice(0, 3).map(({ membershipId }) => remove(membershipId)),
    ...held.map(({ userId }) => revoke(userId)),
    grant(people[7]?.userId ?? '', pro),
    asPlatform('PATCH', larger, { quantity: 4 }),
  ]);
  t.true(
    responses.every(({ status }) => status < 500),
    JSON.stringify(codes(responses)),
  );
  t.deepEqual(await brokenRules(tenant.id), []);
});

test('the managers get one mail about ten requests at once', async (t) => {
  const { tenant, member, ask } = await requestScene(server, 1);
  const tokens: string[] = [];
  for (let count = 0; count < 10; count += 1) tokens.push((await member()).token);
  const responses = await Promise.all(tokens.map((token) => ask(token)));
  t.deepEqual(codes(responses), Array(10).fill('201 PENDING'));
  await server.mailbox.mailTo(tenant.owner.email);
  // A second mail would wait in the queue, or be on its way.
  while ((await server.identity.db.outgoingMail.count({ where: { kind: 'license-requested' } })) > 0);
  const sent = server.mailbox.all.filter(({ to }) => to === tenant.owner.email);
  t.is(sent.length, 1);
});
