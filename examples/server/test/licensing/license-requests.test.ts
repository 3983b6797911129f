import { randomUUID } from 'node:crypto';
import test from 'ava';
import { requestScene } from '../support/license-requests.js';
import { basic, crm, desk, licensedTenant, pro, random, seat, standard } from '../support/licensing-api.js';
import { codeOf, iso, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

test('a member asks for a license, a manager approves, and the member has a seat', async (t) => {
  const { tenant, member, ask, listed, decide, holders } = await requestScene(server, 1);
  const { userId, email, token } = await member();
  const asked = await ask(token, { note: '  for the fair  ' });
  t.is(asked.status, 201);
  const { id, createdAt, ...rest } = asked.body;
  t.regex(String(createdAt), iso);
  const shape = { userId, email, applicationId: crm, licenseTypeId: null, note: 'for the fair' };
  t.deepEqual(rest, { ...shape, status: 'PENDING', position: null, decidedAt: null });
  t.deepEqual(await listed(), [asked.body]);
  const approved = await decide('approve', id);
  t.is(approved.status, 200);
  t.like(approved.body, { ...shape, id, licenseTypeId: pro, status: 'GRANTED', position: null, createdAt });
  t.regex(String(approved.body['decidedAt']), iso);
  t.deepEqual(await holders(), [userId]);
  t.deepEqual(await listed('?status=GRANTED'), [approved.body]);
  t.deepEqual(await listed('?status=PENDING'), []);
  const events = await server.identity.db.event.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type, actorId, subjectId }) => [type, actorId, subjectId]),
    [
      ['license_request.created', userId, userId],
      ['license_request.approved', tenant.owner.userId, userId],
      ['seat.granted', tenant.owner.userId, userId],
    ],
  );
  t.like(events[2]?.data, { cause: 'request' });
});

test('without a free seat an approved request waits, first come first served', async (t) => {
  const { tenant, asked, decide, listed, revoke, grant, holders } = await requestScene(server, 1);
  const holder = await addMember(server, tenant.id, 'member');
  await grant(holder.userId, pro);
  const [one, two, three] = [await asked(), await asked(), await asked()];
  // In the order of the approvals, not of the requests.
  const order = [three, one, two];
  for (const [index, { requestId }] of order.entries()) {
    const { status, body } = await decide('approve', requestId);
    t.is(status, 200);
    t.like(body, { status: 'WAITING', position: index + 1, licenseTypeId: pro, decidedAt: null });
  }
  t.deepEqual(
    (await listed('?status=WAITING')).map(({ id, position }) => [id, position]),
    order.map(({ requestId }, index) => [requestId, index + 1]),
  );
  t.deepEqual(
    (await listed()).map(({ id, position }) => [id, position]),
    [
      [three.requestId, 1],
      [two.requestId, 3],
      [one.requestId, 2],
    ],
  );
  t.deepEqual(codeOf(await decide('approve', one.requestId)), [409, 'REQUEST_DECIDED']);
  await revoke(holder.userId);
  t.deepEqual(await holders(), [three.userId]);
  t.deepEqual(
    (await listed('?status=WAITING')).map(({ id, position }) => [id, position]),
    [
      [one.requestId, 1],
      [two.requestId, 2],
    ],
  );
  // Declining takes off the list.
  const declined = await decide('decline', one.requestId);
  t.like(declined.body, { status: 'DECLINED', position: null });
  await revoke(three.userId);
  t.deepEqual(await holders(), [two.userId]);
  t.deepEqual(codeOf(await decide('decline', one.requestId)), [409, 'REQUEST_DECIDED']);
  t.deepEqual(codeOf(await decide('decline', two.requestId)), [409, 'REQUEST_DECIDED']);
});

test('one open request for each application, and another one after it was declined', async (t) => {
  const { member, ask, decide, listed } = await requestScene(server, 5);
  const { token } = await member();
  const first = await ask(token);
  t.deepEqual(codeOf(await ask(token)), [409, 'REQUEST_EXISTS']);
  t.deepEqual(codeOf(await ask(token, { licenseTypeId: pro })), [409, 'REQUEST_EXISTS']);
  t.is((await decide('decline', first.body['id'], { note: 'not now' })).status, 200);
  const second = await ask(token, { licenseTypeId: pro });
  t.is(second.status, 201);
  t.is(second.body['licenseTypeId'], pro);
  t.is((await decide('approve', second.body['id'])).body['status'], 'GRANTED');
  t.deepEqual(codeOf(await ask(token)), [400, 'ALREADY_LICENSED']);
  t.deepEqual(
    (await listed()).map(({ status }) => status),
    ['GRANTED', 'DECLINED'],
  );
});

test('what cannot be asked for is refused with the first reason that applies', async (t) => {
  const { member, ask } = await requestScene(server, 5);
  const { token } = await member();
  const refusals: [Record<string, unknown>, number, string][] = [
    [{ applicationId: random }, 400, 'INVALID_APPLICATION_ID'],
    [{ applicationId: 'crm' }, 400, 'INVALID_APPLICATION_ID'],
    [{ licenseTypeId: random }, 400, 'INVALID_LICENSE_TYPE'],
    [{ licenseTypeId: 'pro' }, 400, 'INVALID_LICENSE_TYPE'],
    [{ licenseTypeId: standard }, 400, 'INVALID_LICENSE_TYPE'],
    // The tenant owns none of these.
    [{ applicationId: desk }, 400, 'NO_SEATS_AVAILABLE'],
    [{ licenseTypeId: basic }, 400, 'NO_SEATS_AVAILABLE'],
    [{ note: 'x'.repeat(501) }, 422, 'VALIDATION_FAILED'],
    [{ note: null }, 422, 'VALIDATION_FAILED'],
    [{ userId: random }, 422, 'VALIDATION_FAILED'],
    [{ applicationId: undefined }, 422, 'VALIDATION_FAILED'],
  ];
  for (const [body, status, error] of refusals)
    t.deepEqual([body, ...codeOf(await ask(token, body))], [body, status, error]);
  t.is((await ask(token, { note: 'ü'.repeat(500) })).status, 201);
});

test('the license type of an approval: the named one, that of the request, or the only one the tenant owns', async (t) => {
  const { tenant, asked, decide } = await requestScene(server, 3);
  const { db } = server.identity;
  await db.subscription.create({
    data: { tenantId: tenant.id, applicationId: crm, licenseTypeId: basic, quantityPurchased: 3 },
  });
  const [open, named] = [await asked(), await asked({ licenseTypeId: basic })];
  const unclear = await decide('approve', open.requestId);
  t.is(unclear.status, 422);
  t.like(unclear.body, { error: 'VALIDATION_FAILED', details: [{ path: 'licenseTypeId' }] });
  t.deepEqual(codeOf(await decide('approve', open.requestId, { licenseTypeId: standard })), [
    400,
    'INVALID_LICENSE_TYPE',
  ]);
  const other = await db.licenseType.create({ data: { applicationId: crm, slug: `t-${randomUUID()}`, name: 'Other' } });
  t.deepEqual(codeOf(await decide('approve', open.requestId, { licenseTypeId: other.id })), [
    400,
    'NO_SEATS_AVAILABLE',
  ]);
  t.is((await decide('approve', open.requestId, { licenseTypeId: pro.toUpperCase() })).body['licenseTypeId'], pro);
  t.is((await decide('approve', named.requestId)).body['licenseTypeId'], basic);
  const changed = await asked({ licenseTypeId: basic });
  t.is((await decide('approve', changed.requestId, { licenseTypeId: pro })).body['licenseTypeId'], pro);
});

test('a seat in another way grants the open request; one that was added by hand is no reason to give a second', async (t) => {
  const { tenant, asked, decide, listed, grant } = await requestScene(server, 3);
  const [granted, seated] = [await asked(), await asked()];
  t.is((await grant(granted.userId, pro)).status, 201);
  t.deepEqual(codeOf(await decide('approve', granted.requestId)), [409, 'REQUEST_DECIDED']);
  t.is((await listed('?status=GRANTED'))[0]?.id, granted.requestId);
  await seat(server, tenant, seated.userId);
  t.deepEqual(codeOf(await decide('approve', seated.requestId)), [400, 'ALREADY_LICENSED']);
});

test('who leaves or is suspended is off the list, and asks anew after coming back', async (t) => {
  const { tenant, asked, ask, decide, listed, grant, revoke, holders } = await requestScene(server, 1);
  const { issuer } = server;
  const holder = await addMember(server, tenant.id, 'member');
  await grant(holder.userId, pro);
  const [suspended, gone, stays, pending] = [await asked(), await asked(), await asked(), await asked()];
  for (const { requestId } of [suspended, gone, stays]) await decide('approve', requestId);
  const members = `/api/tenants/${tenant.id}/members`;
  const owner = await tokenOf(issuer, tenant.owner.email, tenant.slug);
  const change = (status: string) => send(issuer, 'PATCH', `${members}/${suspended.membershipId}`, owner, { status });
  t.is((await change('SUSPENDED')).status, 200);
  t.is((await send(issuer, 'DELETE', `${members}/${gone.membershipId}`, gone.token)).status, 200);
  t.is((await send(issuer, 'DELETE', `${members}/${pending.membershipId}`, owner)).status, 200);
  t.deepEqual(
    (await listed()).map(({ id, position }) => [id, position]),
    [[stays.requestId, 1]],
  );
  t.deepEqual(codeOf(await decide('decline', gone.requestId)), [404, 'REQUEST_NOT_FOUND']);
  t.is((await ask(suspended.token)).status, 401);
  await revoke(holder.userId);
  t.deepEqual(await holders(), [stays.userId]);
  t.is((await change('ACTIVE')).status, 200);
  t.is((await ask(await tokenOf(issuer, suspended.email, tenant.slug))).status, 201);
});

test('the list is paged, and filtered by status and application', async (t) => {
  const { tenant, list, asked, decide } = await requestScene(server, 5);
  const { db } = server.identity;
  const inDesk = { tenantId: tenant.id, applicationId: desk, licenseTypeId: standard, quantityPurchased: 1 };
  await db.subscription.create({ data: inDesk });
  const made = [await asked(), await asked(), await asked({ applicationId: desk })];
  await decide('decline', made[0]?.requestId);
  const pages = async (query: string) => {
    const { status, body } = await list(query);
    t.is(status, 200, query);
    return [(body['requests'] as { id: string }[]).map(({ id }) => id), body['pagination']];
  };
  const [one, two, three] = made.map(({ requestId }) => requestId);
  const page = (page: number, limit: number, total: number) => ({
    page,
    limit,
    total,
    pages: Math.ceil(total / limit),
  });
  t.deepEqual(await pages(''), [[three, two, one], page(1, 20, 3)]);
  t.deepEqual(await pages('?limit=2'), [[three, two], page(1, 2, 3)]);
  t.deepEqual(await pages('?limit=2&page=2'), [[one], page(2, 2, 3)]);
  t.deepEqual(await pages('?page=1000000&limit=100'), [[], page(1_000_000, 100, 3)]);
  t.deepEqual(await pages(`?applicationId=${desk}`), [[three], page(1, 20, 1)]);
  t.deepEqual(await pages(`?applicationId=${crm}&status=PENDING`), [[two], page(1, 20, 1)]);
  t.deepEqual(await pages(`?applicationId=${random}`), [[], page(1, 20, 0)]);
  t.deepEqual(await pages('?applicationId=crm'), [[], page(1, 20, 0)]);
  for (const query of ['?status=OPEN', '?limit=0', '?limit=101', '?page=0', '?sort=id', '?status=']) {
    t.is((await list(query)).status, 422, query);
  }
});

test('a member can ask twenty times a day', async (t) => {
  const { member, ask, decide } = await requestScene(server, 5);
  const { token } = await member();
  for (let count = 0; count < 20; count += 1) {
    const { status, body } = await ask(token);
    t.is(status, 201);
    await decide('decline', body['id']);
  }
  const { status, body, headers } = await ask(token);
  t.deepEqual([status, body['error']], [429, 'RATE_LIMITED']);
  t.true(Number(headers.get('retry-after')) > 80_000);
});

test('a request of another tenant does not exist', async (t) => {
  const [mine, other] = [await requestScene(server, 1), await requestScene(server, 1)];
  const { requestId } = await other.asked();
  for (const id of [requestId, random, 'nonsense'])
    for (const decision of ['approve', 'decline'] as const)
      t.deepEqual(codeOf(await mine.decide(decision, id)), [404, 'REQUEST_NOT_FOUND']);
  t.deepEqual(codeOf(await mine.decide('approve', requestId, {}, other.owner)), [404, 'TENANT_NOT_FOUND']);
  t.is((await other.listed())[0]?.status, 'PENDING');
});

test('in a tenant that requires a second factor nobody asks or decides without one', async (t) => {
  const { tenant, member, asked, ask, list, decide } = await requestScene(server, 1);
  const { requestId } = await asked();
  const { token } = await member();
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  for (const response of [await ask(token), await list(), await decide('approve', requestId)])
    t.deepEqual(codeOf(response), [403, 'SECOND_FACTOR_REQUIRED']);
});

test('a request belongs to the tenant of the token', async (t) => {
  const { tenant } = await requestScene(server, 1);
  const second = await licensedTenant(server, 1);
  const { email, userId } = await addMember(server, tenant.id, 'member');
  await server.identity.db.membership.create({ data: { tenantId: second.id, userId } });
  const token = await tokenOf(server.issuer, email, second.slug);
  const { status } = await send(server.issuer, 'POST', '/api/integration/licenses/request', token, {
    applicationId: crm,
  });
  t.is(status, 201);
  const rows = await server.identity.db.licenseRequest.findMany({ where: { userId } });
  t.deepEqual(
    rows.map(({ tenantId }) => tenantId),
    [second.id],
  );
});
