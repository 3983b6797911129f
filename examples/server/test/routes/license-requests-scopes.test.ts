import { apiScopes } from '@org/identity-core';
import test from 'ava';
import { basic, crm, licensedTenant } from '../support/licensing-api.js';
import { server } from '../support/licensing-tests.js';
import { addMember, send } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';

const call = (method: string, path: string, token: string, body?: unknown) =>
  send(server.issuer, method, path, token, body);

test('asking for a license through a third-party client needs licenses:write, also for its own application', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()], applicationId: crm });
  const tenant = await licensedTenant(server, 5, basic);
  const { email } = await addMember(server, tenant.id, 'member');
  const about = { clientId, email, tenant: tenant.slug };
  const path = '/api/integration/licenses/request';
  for (const scope of ['openid', 'openid licenses:read']) {
    const token = await allowedToken(server, { ...about, scope });
    t.is((await call('POST', path, token, { applicationId: crm })).status, 403);
  }
  const token = await allowedToken(server, { ...about, scope: 'openid licenses:write' });
  t.is((await call('POST', path, token, { applicationId: crm })).status, 201);
});

test('requests are listed with licenses:read and decided with licenses:write, in the role of the user', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const tenant = await licensedTenant(server, 5, basic);
  const member = await addMember(server, tenant.id, 'member');
  const admin = await addMember(server, tenant.id, 'admin');
  const data = { tenantId: tenant.id, applicationId: crm, userId: member.userId };
  const { id } = await server.identity.db.licenseRequest.create({ data });
  const base = `/api/tenants/${tenant.id}/license-requests`;
  const about = { clientId, email: admin.email, tenant: tenant.slug };
  const [tenants, reading, writing] = [
    await allowedToken(server, { ...about, scope: 'openid tenants:read tenants:write' }),
    await allowedToken(server, { ...about, scope: 'openid licenses:read' }),
    await allowedToken(server, { ...about, scope: 'openid licenses:write' }),
  ];
  t.is((await call('GET', base, tenants)).status, 403);
  t.is((await call('GET', base, writing)).status, 403);
  t.is((await call('GET', base, reading)).status, 200);
  for (const token of [tenants, reading]) t.is((await call('POST', `${base}/${id}/approve`, token, {})).status, 403);
  t.is((await call('POST', `${base}/${id}/approve`, writing, {})).status, 200);
});
