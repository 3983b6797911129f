import test from 'ava';
import { acceptAs, inviter, knownUser, license, newEmail, seatsOf } from '../support/invited-licenses.js';
import { basic, crm, desk, machineToken, pro, random } from '../support/licensing-api.js';
import { codeOf, iso, server } from '../support/licensing-tests.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';

type Rule = Record<string, unknown>;

test('a rule gives seats to the members in the order in which they joined, and to whoever joins later', async (t) => {
  const { tenant, api } = await inviter(3);
  const member = await addMember(server, tenant.id, 'member');
  const { status, body } = await api('POST', '/license-rules', license);
  t.is(status, 201);
  const { id, createdAt, ...rest } = body;
  t.deepEqual(rest, { ...license, role: null, groupId: null });
  t.regex(String(createdAt), iso);
  const listed = await api('GET', '/license-rules');
  t.deepEqual([listed.status, listed.body], [200, { rules: [body] }]);
  t.deepEqual(await seatsOf(tenant.id, tenant.owner.userId), [pro]);
  t.deepEqual(await seatsOf(tenant.id, member.userId), [pro]);

  const users = [await knownUser(), await knownUser()];
  for (const { email, token } of users) {
    await api('POST', '/invitations', { email });
    t.is((await acceptAs(token, await server.mailbox.invitationSecret(email))).status, 200);
  }
  t.deepEqual(await seatsOf(tenant.id, users[0]?.userId ?? ''), [pro]);
  const { db } = server.identity;
  const waiting = await db.licenseRequest.findMany({ where: { tenantId: tenant.id } });
  t.like(waiting, [{ userId: users[1]?.userId, status: 'WAITING', licenseTypeId: pro }]);

  const deleted = await api('DELETE', `/license-rules/${id}`);
  t.deepEqual([deleted.status, deleted.body['success']], [200, true]);
  t.is(await db.seat.count({ where: { tenantId: tenant.id } }), 3);
  t.deepEqual(codeOf(await api('DELETE', `/license-rules/${id}`)), [404, 'RULE_NOT_FOUND']);
  const events = await db.event.findMany({ where: { tenantId: tenant.id, subjectId: String(id) } });
  t.deepEqual(events.map(({ type }) => type).sort(), ['license_rule.created', 'license_rule.deleted']);
  for (const event of events) t.deepEqual(event.data, { ...license, role: null });
});

test('a rule for a role gives the seat to a member who gets the role, or is active again', async (t) => {
  const { tenant, api } = await inviter(2);
  t.is((await api('POST', '/license-rules', { ...license, role: 'admin' })).body['role'], 'admin');
  const { userId, membershipId } = await addMember(server, tenant.id, 'member');
  const change = (body: object) => api('PATCH', `/members/${membershipId}`, body);
  await change({ role: 'admin' });
  t.deepEqual(await seatsOf(tenant.id, userId), [pro]);
  await change({ status: 'SUSPENDED' });
  t.deepEqual(await seatsOf(tenant.id, userId), []);
  await change({ status: 'ACTIVE' });
  t.deepEqual(await seatsOf(tenant.id, userId), [pro]);
});

test('the same rule exists once; another role or license type is another rule', async (t) => {
  const { api } = await inviter(1);
  const add = (body: object) => api('POST', '/license-rules', body);
  const codes = (await Promise.all([add(license), add(license), add(license)])).map(({ status, body }) =>
    [status, body['error']].join(' '),
  );
  t.deepEqual(codes.sort(), ['201 ', '409 RULE_EXISTS', '409 RULE_EXISTS']);
  t.is((await add({ ...license, role: 'member' })).status, 201);
  t.is((await add({ ...license, licenseTypeId: basic })).status, 201);
  t.deepEqual(codeOf(await add({ ...license, role: 'member' })), [409, 'RULE_EXISTS']);
  t.is(((await api('GET', '/license-rules')).body['rules'] as Rule[]).length, 3);
});

test('wrong rules are refused', async (t) => {
  const { api } = await inviter(1);
  for (const [body, status, code] of [
    [{ ...license, groupId: random }, 422, 'VALIDATION_FAILED'],
    [{ ...license, groupId: null }, 422, 'VALIDATION_FAILED'],
    [{ ...license, role: 'guest' }, 422, 'VALIDATION_FAILED'],
    [{ ...license, role: null }, 422, 'VALIDATION_FAILED'],
    [{ ...license, quantity: 1 }, 422, 'VALIDATION_FAILED'],
    [{ applicationId: crm }, 422, 'VALIDATION_FAILED'],
    [{ ...license, applicationId: random }, 400, 'INVALID_APPLICATION_ID'],
    [{ ...license, applicationId: 'crm' }, 400, 'INVALID_APPLICATION_ID'],
    [{ ...license, licenseTypeId: 'pro' }, 400, 'INVALID_LICENSE_TYPE'],
    [{ applicationId: desk, licenseTypeId: pro }, 400, 'INVALID_LICENSE_TYPE'],
  ] as const)
    t.deepEqual(codeOf(await api('POST', '/license-rules', body)), [status, code], JSON.stringify(body));
  for (const id of ['none', random]) {
    t.deepEqual(codeOf(await api('DELETE', `/license-rules/${id}`)), [404, 'RULE_NOT_FOUND']);
  }
});

test('rules are for those who manage the tenant; for others it does not exist', async (t) => {
  const { tenant, api, path } = await inviter(5);
  const other = await inviter(1);
  const { body: rule } = await api('POST', '/license-rules', { ...license, role: 'owner' });
  const { db } = server.identity;
  const tokenFor = async (role: 'admin' | 'member') =>
    tokenOf(server.issuer, (await addMember(server, tenant.id, role)).email);
  const superAdmin = await addUser(server);
  await db.user.update({ where: { id: superAdmin.userId }, data: { superAdmin: true } });
  const suspended = await addMember(server, tenant.id, 'admin');
  await db.membership.update({ where: { id: suspended.membershipId }, data: { status: 'SUSPENDED' } });
  await db.membership.create({ data: { tenantId: other.tenant.id, userId: suspended.userId } });
  const suspendedToken = await tokenOf(server.issuer, suspended.email, other.tenant.slug);
  const scopes = ['licenses:read', 'licenses:write'];
  const callers: [string, string, 'yes' | 403 | 404][] = [
    ['admin', await tokenFor('admin'), 'yes'],
    ['super admin', await tokenOf(server.issuer, superAdmin.email), 'yes'],
    ['member', await tokenFor('member'), 403],
    ['suspended admin', suspendedToken, 404],
    ['admin of another tenant', other.token, 404],
    ['user without a tenant', await tokenOf(server.issuer, (await addUser(server)).email), 404],
    ['machine of the tenant', await machineToken(server, tenant.id, scopes), 403],
    ['machine of the platform', await machineToken(server, null, scopes), 403],
    ['machine of another tenant', await machineToken(server, other.tenant.id, scopes), 404],
  ];
  for (const [who, token, allowed] of callers) {
    const call = (method: string, below: string, body?: unknown) =>
      send(server.issuer, method, `${path}/license-rules${below}`, token, body);
    const created = await call('POST', '', { ...license, role: 'admin' });
    const list = await call('GET', '');
    const deleted = await call('DELETE', `/${created.body['id'] ?? rule['id']}`);
    const rehearsed = await call('POST', '?rehearse=true', { ...license, role: 'admin' });
    const expected = allowed === 'yes' ? [201, 200, 200, 200] : Array<number>(4).fill(allowed);
    t.deepEqual(
      [created, list, deleted, rehearsed].map(({ status }) => status),
      expected,
      who,
    );
    if (allowed === 404) t.is(list.body['error'], 'TENANT_NOT_FOUND', who);
  }
  // The rule of this tenant cannot be deleted through another one.
  t.deepEqual(codeOf(await other.api('DELETE', `/license-rules/${rule['id']}`)), [404, 'RULE_NOT_FOUND']);
  t.is(await db.licenseRule.count({ where: { tenantId: tenant.id } }), 1);
});

test('a tenant that requires a second factor requires it for its rules', async (t) => {
  const { tenant, api } = await inviter(1);
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.deepEqual(codeOf(await api('GET', '/license-rules')), [403, 'SECOND_FACTOR_REQUIRED']);
});

test('a rehearsed rule shows who would get a seat and who would wait, and changes nothing', async (t) => {
  const { tenant, api } = await inviter(1);
  await addMember(server, tenant.id, 'member');
  const { status, body } = await api('POST', '/license-rules?rehearse=true', license);
  t.is(status, 200);
  const { events } = body as unknown as { events: { type: string }[] };
  t.deepEqual(
    events.map(({ type }) => type),
    ['license_rule.created', 'seat.granted', 'license_request.waiting'],
  );
  const { db } = server.identity;
  const where = { tenantId: tenant.id };
  const counts = [await db.licenseRule.count({ where }), await db.seat.count({ where })];
  t.deepEqual([...counts, await db.licenseRequest.count({ where })], [0, 0, 0]);
});

test('joins at the same time as a rule is added: everybody has one seat or one place', async (t) => {
  const { tenant, api } = await inviter(4);
  const users = await Promise.all(Array.from({ length: 6 }, () => knownUser()));
  const secrets: string[] = [];
  for (const { email } of users) {
    await api('POST', '/invitations', { email });
    secrets.push(await server.mailbox.invitationSecret(email));
  }
  const responses = await Promise.all([
    ...users.map(({ token }, index) => acceptAs(token, secrets[index] ?? '')),
    api('POST', '/license-rules', license),
  ]);
  t.deepEqual(responses.map(({ status }) => status).sort(), [...Array<number>(6).fill(200), 201]);
  const { db } = server.identity;
  const where = { tenantId: tenant.id };
  t.is(await db.seat.count({ where }), 4);
  t.is(await db.licenseRequest.count({ where: { ...where, status: 'WAITING' } }), 3);
  const people = new Set([
    ...(await db.seat.findMany({ where })).map(({ userId }) => userId),
    ...(await db.licenseRequest.findMany({ where })).map(({ userId }) => userId),
  ]);
  t.is(people.size, 7);
});

test('an invitation reserves a seat before a rule can give it away', async (t) => {
  const { tenant, api, invite } = await inviter(1);
  await invite(newEmail());
  await api('POST', '/license-rules', license);
  const { db } = server.identity;
  t.is(await db.seat.count({ where: { tenantId: tenant.id } }), 0);
  t.is(await db.licenseRequest.count({ where: { tenantId: tenant.id, status: 'WAITING' } }), 1);
});
