import test from 'ava';
import { basic, crm, licensedTenant, pro, seat } from '../support/licensing-api.js';
import { codeOf, licenses, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

/** A tenant with seats of two license types, a holder of the smaller one, and calls of its owner. */
async function scene({ pro: quantity }: { pro: number }) {
  const tenant = await licensedTenant(server, 2, basic);
  await server.identity.db.subscription.create({
    data: { tenantId: tenant.id, applicationId: crm, licenseTypeId: pro, quantityPurchased: quantity },
  });
  const { userId, email } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const grant = (body: object, query = '') =>
    send(server.issuer, 'POST', `${licenses}/grant${query}`, owner, { userId, applicationId: crm, ...body });
  const check = async () => {
    const token = await tokenOf(server.issuer, email, tenant.slug);
    return (await send(server.issuer, 'GET', `${licenses}/check?applicationId=${crm}`, token)).body;
  };
  return { tenant, userId, email, owner, grant, check };
}

test('a grant with replace changes the license type, with the response of every grant', async (t) => {
  const { userId, grant, check } = await scene({ pro: 1 });
  t.deepEqual(codeOf(await grant({ licenseTypeId: pro })), [400, 'ALREADY_LICENSED']);
  const { status, body } = await grant({ licenseTypeId: pro, replace: true });
  t.is(status, 201);
  t.deepEqual(Object.keys(body).sort(), ['assignedAt', 'id', 'licenseTypeId', 'licenseTypeName', 'userId']);
  t.like(body, { userId, licenseTypeId: pro });
  t.like(await check(), { hasLicense: true, licenseType: 'pro' });
  t.deepEqual(codeOf(await grant({ licenseTypeId: pro, replace: true })), [400, 'ALREADY_LICENSED']);
});

test('without a free seat the license stays', async (t) => {
  const { grant, check } = await scene({ pro: 0 });
  t.deepEqual(codeOf(await grant({ licenseTypeId: pro, replace: true })), [400, 'NO_SEATS_AVAILABLE']);
  t.like(await check(), { hasLicense: true, licenseType: 'basic' });
});

test('a rehearsal says what would happen and changes nothing', async (t) => {
  const { tenant, grant, check } = await scene({ pro: 1 });
  const { status, body } = await grant({ licenseTypeId: pro, replace: true }, '?rehearse=true');
  t.is(status, 200);
  t.deepEqual(
    (body['events'] as { type: string }[]).map(({ type }) => type),
    ['seat.released', 'seat.granted'],
  );
  t.like(await check(), { licenseType: 'basic' });
  t.is(await server.identity.db.event.count({ where: { tenantId: tenant.id, type: 'seat.released' } }), 0);
});

test('only true is a value of replace', async (t) => {
  const { grant } = await scene({ pro: 1 });
  for (const replace of [false, 'true', 1, null])
    t.deepEqual(codeOf(await grant({ licenseTypeId: pro, replace })), [422, 'VALIDATION_FAILED'], String(replace));
});

test('a plain member cannot change a license', async (t) => {
  const { tenant, userId, email } = await scene({ pro: 1 });
  const token = await tokenOf(server.issuer, email, tenant.slug);
  const body = { userId, applicationId: crm, licenseTypeId: pro, replace: true };
  t.deepEqual(codeOf(await send(server.issuer, 'POST', `${licenses}/grant`, token, body)), [403, 'FORBIDDEN']);
});

test('the event says that the seat was replaced, and none says that it was revoked', async (t) => {
  const { tenant, grant, userId } = await scene({ pro: 1 });
  await grant({ licenseTypeId: pro, replace: true });
  const noted = await server.identity.db.event.findMany({
    where: { tenantId: tenant.id, subjectId: userId },
    orderBy: { id: 'asc' },
    select: { type: true, data: true },
  });
  t.deepEqual(
    noted.map(({ type }) => type),
    ['seat.released', 'seat.granted'],
  );
  t.like(noted[0]?.data, { cause: 'replaced', applicationId: crm });
});
