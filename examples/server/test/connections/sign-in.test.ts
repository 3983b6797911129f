import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  claimsOf,
  isDone,
  lastAttempt,
  linksOf,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';

test('a connection is added, tested and activated, and then signs in a new member', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const early = await act(tenant, id, '/activate');
  t.is(early.status, 409);
  t.is(early.body['error'], 'NOT_TESTED');

  const page = await runTest(tenant, id);
  t.is(page.status, 200, page.html.slice(-900));
  t.regex(page.html, /A new account would be created/u);
  t.regex(page.html, new RegExp(`tester@${tenant.domain}`, 'u'));
  t.is((await act(tenant, id, '', 'GET')).body['status'], 'TESTED');

  const activated = await act(tenant, id, '/activate');
  t.is(activated.body['status'], 'ACTIVE', JSON.stringify(activated.body));

  const visit = await signInBy({ sub: 'ada', email: `ada@${tenant.domain}`, name: 'Ada' });
  t.true(isDone(visit.page), visit.page.html);
  const claims = await claimsOf(visit);
  const [link] = await linksOf(id);
  t.is(link?.userId, claims?.sub);
  const membership = await server.identity.db.membership.findUnique({
    where: { tenantId_userId: { tenantId: tenant.id, userId: String(claims?.sub) } },
  });
  t.is(membership?.status, 'ACTIVE');
  t.is(membership?.role, 'member');
  t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'created', subject: 'ada' });

  const again = await signInBy({ sub: 'ada', email: `ada@${tenant.domain}` });
  t.is((await claimsOf(again))?.sub, claims?.sub);
  t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'linked' });
});

test('a linked user may come without an email', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const first = await claimsOf(await signInBy({ sub: 'bob', email: `bob@${tenant.domain}` }));
  const visit = await signInBy({ sub: 'bob' }, { typed: `bob@${tenant.domain}` });
  t.is((await claimsOf(visit))?.sub, first?.sub);
});
