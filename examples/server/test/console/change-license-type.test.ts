import test from 'ava';
import { confirmed } from '../support/console-pages.js';
import { textOf, visitAs } from '../support/console-visitors.js';
import { basic, crm, licensedTenant, pro, seat } from '../support/licensing-api.js';
import { addMember } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

/** A tenant with seats of two license types, and members who hold the smaller one. */
async function scene({ pro: quantity, people }: { pro: number; people: number }) {
  const tenant = await licensedTenant(server, people, basic);
  await server.identity.db.subscription.create({
    data: { tenantId: tenant.id, applicationId: crm, licenseTypeId: pro, quantityPurchased: quantity },
  });
  const members = await Promise.all(Array.from({ length: people }, () => addMember(server, tenant.id, 'member')));
  for (const { userId } of members) await seat(server, tenant, userId);
  const typesOf = async () => {
    const seats = await server.identity.db.seat.findMany({
      where: { tenantId: tenant.id },
      include: { subscription: true },
    });
    return members.map(({ userId }) => seats.find((each) => each.userId === userId)?.subscription.licenseTypeId);
  };
  const visit = await visitAs(server, tenant, 'owner');
  return { tenant, members, visit, typesOf, path: `/console/${tenant.slug}/licenses/${crm}` };
}

test('the type of several licenses is changed with two clicks', async (t) => {
  const { members, visit, typesOf, path } = await scene({ pro: 2, people: 2 });
  const page = await visit.open(path);
  t.true(textOf(page.html).includes('Change the type of the selected seats'));
  const users = Object.fromEntries(members.map(({ userId }) => [`user.${userId}`, 'on']));
  const fields = { ...users, action: 'change', licenseType: pro };
  const { asked, done } = await confirmed(visit.browser, visit.start, fields, { path });
  t.regex(asked.html, /<h1>Change 2 licenses to .*Pro.*\?<\/h1>/u);
  t.is(done.location, `${path}?done=type-changed`);
  t.deepEqual(await typesOf(), [pro, pro]);
});

test('if one of them cannot get it, nobody is changed, and the page says why', async (t) => {
  const { members, visit, typesOf, path } = await scene({ pro: 1, people: 2 });
  const users = Object.fromEntries(members.map(({ userId }) => [`user.${userId}`, 'on']));
  const refused = await visit.post(path, { ...users, action: 'change', licenseType: pro });
  t.is(refused.status, 400);
  const text = textOf(refused.html);
  t.true(text.includes('No license was changed.'));
  t.true(text.includes('No free seat is left for'));
  t.deepEqual(await typesOf(), [basic, basic]);
});

test('a type of another application, or none, is refused', async (t) => {
  const { members, visit, typesOf, path } = await scene({ pro: 1, people: 1 });
  const user = { [`user.${members[0]?.userId}`]: 'on', action: 'change' };
  for (const licenseType of ['', 'none', '019a0000-0000-7000-8000-0000000000b3'])
    t.is((await visit.post(path, { ...user, licenseType })).status, 400, licenseType);
  t.deepEqual(await typesOf(), [basic]);
});

test('on the page of a member the license is changed to one that is free', async (t) => {
  const { tenant, members, visit, typesOf } = await scene({ pro: 1, people: 1 });
  const where = { tenantId_userId: { tenantId: tenant.id, userId: members[0]?.userId ?? '' } };
  const { id } = await server.identity.db.membership.findUniqueOrThrow({ where });
  const member = `/console/${tenant.slug}/members/${id}`;
  t.regex(textOf((await visit.open(member)).html), /Pro \(1 free\), instead of Basic/u);
  const path = `${member}/seats`;
  const { asked, done } = await confirmed(visit.browser, visit.start, { license: pro }, { path });
  t.regex(asked.html, /<h1>Change the license of .* to .*Pro.*\?<\/h1>/u);
  t.is(done.location, `${member}?done=seat-changed`);
  t.deepEqual(await typesOf(), [pro]);
});

test('a plain member cannot change it', async (t) => {
  const { tenant, members, typesOf, path } = await scene({ pro: 1, people: 1 });
  const visit = await visitAs(server, tenant, 'member');
  const fields = { [`user.${members[0]?.userId}`]: 'on', action: 'change', licenseType: pro };
  t.is((await visit.post(path, fields)).status, 403);
  t.deepEqual(await typesOf(), [basic]);
});
