import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { crm, desk, machineToken, pro } from '../support/licensing-api.js';
import { iso, licenses, scene, server } from '../support/licensing-tests.js';

const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);

/** Three days ago two users got a seat; one of them lost it a day later. */
async function threeDays() {
  const { tenant, call, member } = await scene(5);
  const { db } = server.identity;
  const [one, two] = [await member(), await member()];
  for (const userId of [one, two])
    await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro });
  await passTime(db, { tenantId: tenant.id, milliseconds: days(1) });
  await call('POST', `${licenses}/revoke`, { userId: one, applicationId: crm });
  await passTime(db, { tenantId: tenant.id, milliseconds: days(2) });
  return { tenant, call, one, two, path: `/api/tenants/${tenant.id}/license-history` };
}

test('the history has exactly these fields, and null where a seat is still held', async (t) => {
  const { call, one, two, path } = await threeDays();
  const { status, body } = await call('GET', path);
  t.is(status, 200);
  const [held, ended] = body['periods'] as Record<string, unknown>[];
  t.like(held, { userId: two, applicationId: crm, licenseTypeId: pro, to: null, cause: null });
  t.deepEqual(Object.keys(held ?? {}), ['userId', 'applicationId', 'licenseTypeId', 'from', 'to', 'cause']);
  t.like(ended, { userId: one, cause: 'revoked' });
  t.regex(String(ended?.['from']), iso);
  t.regex(String(ended?.['to']), iso);
  t.deepEqual(body['pagination'], { page: 1, limit: 20, total: 2, pages: 1 });
});

test('filters: application, user, and who held a seat at a moment', async (t) => {
  const { call, one, two, path } = await threeDays();
  const users = async (query: string) => {
    const { status, body } = await call('GET', `${path}?${query}`);
    return status === 200 ? (body['periods'] as { userId: string }[]).map(({ userId }) => userId) : status;
  };
  t.deepEqual(await users(`applicationId=${crm}`), [two, one]);
  t.deepEqual(await users(`applicationId=${desk}`), []);
  t.deepEqual(await users(`userId=${one}`), [one]);
  t.deepEqual(await users(`at=${new Date(Date.now() - days(1)).toISOString()}`), [two]);
  t.deepEqual(await users(`at=${encodeURIComponent(new Date(Date.now() - days(2.5)).toISOString())}&limit=1&page=2`), [
    one,
  ]);
  t.is(await users('at=yesterday'), 422);
  t.is(await users('role=admin'), 422);
});

test('the export is a file of the same periods, as CSV or as one JSON object in each line', async (t) => {
  const { tenant, one, two, path } = await threeDays();
  const token = await machineToken(server, tenant.id);
  const get = async (query: string) => {
    const response = await fetch(`${server.issuer}${path}/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { response, text: await response.text() };
  };
  const csv = await get('');
  t.is(csv.response.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(csv.response.headers.get('content-disposition'), 'attachment; filename="license-history.csv"');
  const [header, first = '', second = '', end] = csv.text.split('\r\n');
  t.is(header, 'userId,applicationId,licenseTypeId,from,to,cause');
  t.regex(first, new RegExp(`^"${two}","${crm}","${pro}","[^,]+Z",,$`, 'u'));
  t.regex(second, new RegExp(`^"${one}","${crm}","${pro}","[^,]+Z","[^,]+Z","revoked"$`, 'u'));
  t.is(end, '');

  const ndjson = await get(`format=ndjson&from=${day(1)}&to=${day(0)}`);
  t.is(ndjson.response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  const rows = ndjson.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { userId: string });
  t.deepEqual(
    rows.map(({ userId }) => userId),
    [two],
  );
  t.is((await get(`format=ndjson&to=${day(9)}`)).text, '');
  t.is((await get(`to=${day(9)}`)).text, 'userId,applicationId,licenseTypeId,from,to,cause\r\n');
  t.is((await get('format=xlsx')).response.status, 422);
});

test('a cause that looks like a formula is text in a spreadsheet', async (t) => {
  const { call, tenant, path, one } = await threeDays();
  await server.identity.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`UPDATE identity.seat_periods SET cause = '=1+1' WHERE user_id = ${one}::uuid`;
  });
  const { status } = await call('GET', path);
  t.is(status, 200);
  const token = await machineToken(server, tenant.id);
  const file = await fetch(`${server.issuer}${path}/export`, { headers: { authorization: `Bearer ${token}` } });
  t.regex(await file.text(), /,"'=1\+1"\r\n/u);
});
