import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { crm, pro } from '../support/licensing-api.js';
import { admin, asPlatform, codeOf, licenses, scene, server } from '../support/licensing-tests.js';

const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);

async function twoDays() {
  const { tenant, call, member } = await scene(5);
  for (const userId of [await member(), await member()])
    await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro });
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(2) });
  const ask = (query: string) => call('GET', `${admin}/tenants/${tenant.id}/statement?${query}`);
  return { tenant, call, ask };
}

test('a statement is verified by the key set alone, has no time of its own, and is the same every time', async (t) => {
  const { tenant, ask } = await twoDays();
  const query = `applicationId=${crm}&from=${day(1)}&to=${day(1)}`;
  const { status, body } = await ask(query);
  t.deepEqual([status, Object.keys(body)], [200, ['statement']]);
  const jwt = String(body['statement']);
  const keys = (await (await fetch(`${server.issuer}/api/oauth/jwks`)).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), {
    algorithms: ['RS256'],
    typ: 'license-statement+jwt',
    issuer: server.issuer,
  });
  t.deepEqual(payload['days'], [{ date: day(1), purchased: 5, heldMax: 2, heldEnd: 2 }]);
  t.like(payload, { tenantId: tenant.id, applicationId: crm, from: day(1), to: day(1), final: true });
  t.regex(String(payload['periodsHash']), /^[0-9a-f]{64}$/u);
  t.deepEqual([payload.iat, payload.exp, payload.nbf], [undefined, undefined, undefined]);
  t.is(decodeProtectedHeader(jwt).alg, 'RS256');
  t.is((await ask(query)).body['statement'], jwt);
  t.is((await asPlatform('GET', `${admin}/tenants/${tenant.id}/statement?${query}`)).body['statement'], jwt);
});

test('a row that was altered behind the back of the triggers changes the statement', async (t) => {
  const { tenant, ask } = await twoDays();
  const query = `applicationId=${crm}&from=${day(3)}&to=${day(1)}`;
  const before = (await ask(query)).body['statement'];
  await server.identity.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`
      UPDATE identity.seat_periods SET started_at = started_at - interval '1 second'
      WHERE id = (SELECT id FROM identity.seat_periods WHERE tenant_id = ${tenant.id}::uuid LIMIT 1)`;
  });
  t.not((await ask(query)).body['statement'], before);
});

test('ranges that are refused', async (t) => {
  const { ask } = await twoDays();
  const refused: [string, string][] = [
    [day(1), day(-1)],
    [day(1), day(2)],
    [day(400), day(1)],
    ['yesterday', day(1)],
    [`${day(1)}T00:00:00Z`, new Date(Date.now() + days(1)).toISOString()],
  ];
  for (const [from, to] of refused)
    t.deepEqual(
      codeOf(await ask(`applicationId=${crm}&from=${from}&to=${to}`)),
      [422, 'VALIDATION_FAILED'],
      `${from} ${to}`,
    );
  t.deepEqual(codeOf(await ask(`from=${day(1)}&to=${day(1)}`)), [422, 'VALIDATION_FAILED']);
  t.deepEqual(codeOf(await ask(`applicationId=crm&from=${day(1)}&to=${day(1)}`)), [400, 'INVALID_APPLICATION_ID']);
  t.is((await ask(`applicationId=${crm}&from=${day(1)}&to=${new Date().toISOString()}`)).status, 200);
});
