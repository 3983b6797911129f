import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { confirmed } from '../support/console-pages.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const requestsOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/requests`;
const ask = async ({ tenantId, applicationId }: SeatScene, { userId }: { userId: string }, note?: string) => {
  const data = { tenantId, applicationId, userId, ...(note ? { note } : {}) };
  return (await server.identity.db.licenseRequest.create({ data })).id;
};
const statusOf = async (id: string) => (await server.identity.db.licenseRequest.findUnique({ where: { id } }))?.status;

test('a request is approved on its page; without a free seat the person is on the waiting list, in order', async (t) => {
  const scene = await seatScene(server, 1);
  const [anna, ben, cleo] = [
    await addNamed(server, scene.tenantId, 'Anna Abel'),
    await addNamed(server, scene.tenantId, 'Ben Bold'),
    await addNamed(server, scene.tenantId, 'Cleo Cruz'),
  ];
  const ids = [await ask(scene, anna, 'for <b>the fair</b>'), await ask(scene, ben), await ask(scene, cleo)];
  const { browser, page } = await open(scene.admin.email, requestsOf(scene));
  t.true(page.html.includes(`<h1>Requests for ${scene.application}</h1>`));
  t.true(page.html.includes('for &lt;b>the fair&lt;/b>'));
  t.true(page.html.includes('The waiting list is empty.'));
  const outcomes: (string | null)[] = [];
  for (const id of ids) {
    const path = `${requestsOf(scene)}/${id}`;
    const request = await browser.open(path);
    t.is(request.status, 200);
    const fields = { decision: 'approve', licenseTypeId: scene.licenseTypeId, note: '' };
    outcomes.push((await post(browser, request, fields)).location);
  }
  t.deepEqual(
    outcomes,
    ['GRANTED', 'WAITING', 'WAITING'].map((status) => `${requestsOf(scene)}?done=${status}`),
  );
  const after = await browser.open(`${outcomes[2]}`);
  t.true(after.html.includes('so the person is on the waiting list.'));
  t.true(after.html.includes('No open requests.'));
  t.true(after.html.indexOf('Ben Bold') < after.html.indexOf('Cleo Cruz'));
  t.false(after.html.includes('Anna Abel'));
  const granted = await browser.open(`${requestsOf(scene)}?status=GRANTED`);
  t.true(granted.html.includes('Anna Abel') && !granted.html.includes('Ben Bold'));
  const overview = await browser.open(`${scene.base}/licenses`);
  t.true(overview.html.includes('2 waiting'));
});

test('declining and taking off the list are asked first, and the mail is named', async (t) => {
  const scene = await seatScene(server, 1);
  await holdSeat(server, scene, scene.admin);
  const [anna, ben] = [
    await addNamed(server, scene.tenantId, 'Anna Abel'),
    await addNamed(server, scene.tenantId, 'Ben Bold'),
  ];
  const [asked, waiting] = [await ask(scene, anna), await ask(scene, ben)];
  const { browser, page } = await open(scene.owner.email, requestsOf(scene));
  const path = `${requestsOf(scene)}/${asked}`;
  const fields = { decision: 'decline', licenseTypeId: scene.licenseTypeId, note: 'Not now' };
  const first = await confirmed(browser, page, fields, { path });
  t.true(first.asked.html.includes('<h1>Decline the request of Anna Abel?</h1>'));
  t.true(first.asked.html.includes(anna.email));
  t.is(first.done.location, `${requestsOf(scene)}?done=DECLINED`);
  t.is(await statusOf(asked), 'DECLINED');
  t.regex((await server.mailbox.mailTo(anna.email)).text, /“Not now”/u);
  await post(browser, page, { decision: 'approve', note: '' }, { path: `${requestsOf(scene)}/${waiting}` });
  const second = await confirmed(browser, page, { requestId: waiting });
  t.true(second.asked.html.includes('<h1>Take Ben Bold off the waiting list?</h1>'));
  t.is(second.done.location, `${requestsOf(scene)}?done=taken-off`);
  t.is(await statusOf(waiting), 'DECLINED');
  const decided = await browser.open(path);
  t.true(decided.html.includes('Declined'));
  t.false(decided.html.includes('value="approve"'));
});

test('a decision that cannot be made is refused on the page, and keeps what was typed', async (t) => {
  const scene = await seatScene(server, 1);
  const id = await ask(scene, scene.member);
  const path = `${requestsOf(scene)}/${id}`;
  const { browser, page } = await open(scene.owner.email, path);
  const note = 'x'.repeat(501);
  const long = await post(browser, page, { decision: 'approve', licenseTypeId: scene.licenseTypeId, note });
  t.is(long.status, 422);
  t.true(long.html.includes('Enter at most 500 characters.'));
  t.true(long.html.includes(note));
  t.is((await post(browser, page, { decision: 'approve', licenseTypeId: scene.tenantId, note: '' })).status, 400);
  await server.identity.db.licenseRequest.update({
    where: { id },
    data: { status: 'DECLINED', decidedAt: new Date() },
  });
  const late = await post(browser, page, { decision: 'approve', licenseTypeId: scene.licenseTypeId, note: '' });
  t.is(late.status, 409);
  t.true(late.html.includes('This request was decided a moment ago.'));
  const other = await seatScene(server);
  const foreign = await ask(other, other.member);
  for (const each of [foreign, 'nonsense', scene.tenantId])
    t.is((await browser.open(`${requestsOf(scene)}/${each}`)).status, 404);
});

test('long lists have pages, and the page is German for a German admin', async (t) => {
  const scene = await seatScene(server, 1);
  await makeGerman(server, scene.owner);
  const { db } = server.identity;
  const users = await db.user.createManyAndReturn({
    data: Array.from({ length: 60 }, (_, index) => {
      const email = `r${index}@${scene.slug}.test`;
      return { email, normalizedEmail: email };
    }),
    select: { id: true },
  });
  const { tenantId, applicationId } = scene;
  await db.membership.createMany({ data: users.map(({ id: userId }) => ({ tenantId, userId })) });
  await db.licenseRequest.createMany({ data: users.map(({ id: userId }) => ({ tenantId, applicationId, userId })) });
  const { browser, page } = await open(scene.owner.email, requestsOf(scene));
  const rows = (html: string) => [...html.matchAll(/<tr>/gu)].length - 1;
  t.true(page.html.includes('Alle 60 anzeigen'));
  t.is(rows(page.html), 10);
  const all = await browser.open(`${requestsOf(scene)}?status=PENDING`);
  t.is(rows(all.html), 50);
  const last = await browser.open(`${requestsOf(scene)}?status=PENDING&after=2`);
  t.is(rows(last.html), 10);
  t.true((await browser.open(`${scene.base}/licenses`)).html.includes('60 offene Anfragen'));
});

test('mails about licenses are turned off and on below the licenses', async (t) => {
  const scene = await seatScene(server);
  const path = `${scene.base}/licenses`;
  const { browser, page } = await open(scene.admin.email, path);
  const checked = (html: string) => [...html.matchAll(/name="mail\.(\w+)" checked/gu)].map(([, kind]) => kind);
  const kinds = ['granted', 'removed', 'reclaim', 'requested', 'approved', 'declined'];
  t.deepEqual(checked(page.html), kinds);
  const form = `${scene.base}/license-mails`;
  const sent = await post(browser, page, { 'mail.approved': 'on', 'mail.declined': 'on' }, { path: form });
  t.is(sent.location, `${path}?done=license-mails`);
  const after = await browser.open(sent.location ?? '');
  t.true(after.html.includes('Your choice of emails was saved.'));
  t.deepEqual(checked(after.html), ['approved', 'declined']);
  const where = { tenantId: scene.tenantId };
  const settings = await server.identity.db.licenseMailSettings.findUnique({ where });
  t.deepEqual(settings?.muted, ['granted', 'removed', 'reclaim', 'requested']);
  const { page: ofMember } = await open(scene.member.email, path);
  t.false(ofMember.html.includes('name="mail.'));
});
