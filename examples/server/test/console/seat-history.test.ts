import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { textOf } from '../support/console-visitors.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row"><a(.*?)(?=<tr>|<\/tbody>)/gu)].map(([, row = '']) =>
    textOf(`<a${row}`).trim(),
  );
const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);
const historyOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/history`;

/** Twenty days ago Anna and Bert got a seat; ten days ago Bert lost it, and Anna's membership ended. */
async function twentyDays() {
  const scene = await seatScene(server, 7);
  const { tenantId } = scene;
  const { db } = server.identity;
  const [anna, bert, cleo] = [
    await addNamed(server, tenantId, 'Anna <Abel>'),
    await addNamed(server, tenantId, 'Bert Brix'),
    await addNamed(server, tenantId, '=Cleo'),
  ];
  for (const person of [anna, bert]) await holdSeat(server, scene, person);
  await passTime(db, { tenantId, milliseconds: days(10) });
  await db.seat.deleteMany({ where: { tenantId, userId: bert.userId } });
  await db.membership.deleteMany({ where: { tenantId, userId: anna.userId } });
  await holdSeat(server, scene, cleo);
  await passTime(db, { tenantId, milliseconds: days(10) });
  const { browser } = await openAccount(server.issuer, scene.owner.email, { path: scene.base });
  return { scene, anna, bert, cleo, browser, path: historyOf(scene) };
}

test('who held a seat is listed, the newest first, also those who have left', async (t) => {
  const { anna, browser, path } = await twentyDays();
  const { status, html } = await browser.open(path);
  t.is(status, 200);
  const [first = '', second = '', third = '', ...more] = rowsOf(html);
  t.regex(first, /^=Cleo ?Pro.*Held now/u);
  t.regex(second, /^Bert Brix ?Pro.*Deleted/u);
  t.true(third.startsWith(`Former member …${anna.userId.slice(-8)}`), third);
  t.deepEqual(more, []);
  t.false(html.includes('Anna'));
  t.regex(html, /<a href="[^"]+\/history" aria-current="page">History<\/a>/u);
  t.true(html.includes('3 entries.'));
});

test('one person, and who held a seat at the end of a day', async (t) => {
  const { anna, bert, browser, path } = await twentyDays();
  const names = async (query: string) =>
    rowsOf((await browser.open(`${path}?${query}`)).html).map((row) => row.slice(0, 6));
  t.deepEqual(await names(`search=${bert.userId}`), ['Bert B']);
  t.deepEqual(await names(`search=${encodeURIComponent(bert.email.toUpperCase())}`), ['Bert B']);
  t.deepEqual(await names(`at=${day(15)}`), ['Bert B', 'Former']);
  t.deepEqual(await names(`at=${day(1)}`), ['=Cleo ']);
  t.deepEqual(await names(`at=${day(30)}`), []);
  t.deepEqual(await names(`search=${bert.userId}&at=${day(1)}`), []);
  t.deepEqual(await names('at=never'), await names(''));
  // Anna is no member any more: her email must not reveal that she has an account.
  t.true(
    (await browser.open(`${path}?search=${encodeURIComponent(anna.email)}`)).html.includes('No member has this email.'),
  );
});

test('the chart has the numbers of 7, 30 or 90 days in a table, without scripts', async (t) => {
  const { browser, path } = await twentyDays();
  const daysIn = (html: string) => [
    ...html.matchAll(/<tr><th scope="row">([^<]+)<\/th>((?:<td class="number">\d+<\/td>){3})/gu),
  ];
  for (const [query, count] of [
    ['', 30],
    ['?range=7', 7],
    ['?range=30', 30],
    ['?range=9', 30],
  ] as const)
    t.is(daysIn((await browser.open(`${path}${query}`)).html).length, count, query);
  const { html } = await browser.open(`${path}?range=90`);
  const days = daysIn(html);
  t.is(days.length, 90);
  const numbersOf = (ago: number) =>
    [...(days.at(-1 - ago)?.[2] ?? '').matchAll(/\d+/gu)].map(([number]) => Number(number));
  t.deepEqual(numbersOf(0), [7, 1, 0]);
  t.deepEqual(numbersOf(15), [7, 2, 0]);
  t.deepEqual(numbersOf(40), [0, 0, 0]);
  t.notRegex(html, /<script|style=/u);
  t.regex(html, /<a href="[^"]+\?range=90" aria-current="true">90 days<\/a>/u);
  t.true(html.includes('<input type="hidden" name="range" value="90"/>'), 'the filters keep the range');
});

test('the legend has the seats of now, not the most of today', async (t) => {
  const { scene, cleo, browser, path } = await twentyDays();
  const legend = async () =>
    textOf(/<ul class="steps-legend">.*?<\/ul>/u.exec((await browser.open(path)).html)?.[0] ?? '');
  t.regex(await legend(), /Bought: 7.*Held: 1.*Reserved: 0/u);
  await server.identity.db.seat.deleteMany({ where: { tenantId: scene.tenantId, userId: cleo.userId } });
  t.regex(await legend(), /Bought: 7.*Held: 0.*Reserved: 0/u);
});

test('the file has the same entries, and names that look like formulas are text', async (t) => {
  const { browser, path, bert } = await twentyDays();
  const file = async (query: string) => {
    const response = await browser.request('GET', new URL(`${path}?download=history${query}`, server.issuer));
    return { response, lines: (await response.text()).trimEnd().split('\r\n') };
  };
  const { response, lines } = await file('');
  t.is(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(lines.length, 4);
  t.regex(lines[1] ?? '', /^"'=Cleo",/u);
  t.is((await file(`&search=${bert.userId}`)).lines.length, 2);
  t.is((await file('&search=nobody@nowhere.test')).lines.length, 1);
});

test('nobody has had a seat yet; an application that the tenant never had is not there', async (t) => {
  const scene = await seatScene(server, 2);
  const { browser, page } = await openAccount(server.issuer, scene.owner.email, { path: historyOf(scene) });
  t.true(page.html.includes('No one has had a seat for this application yet.'));
  const other = await seatScene(server, 2);
  t.is((await browser.open(`${scene.base}/licenses/${other.applicationId}/history`)).status, 404);
});

test('the page is also in German, and long lists have pages', async (t) => {
  const scene = await seatScene(server, 200);
  for (let count = 0; count < 60; count += 1)
    await holdSeat(server, scene, await addNamed(server, scene.tenantId, `P ${count}`));
  await makeGerman(server, scene.owner);
  const { browser, page } = await openAccount(server.issuer, scene.owner.email, { path: historyOf(scene) });
  t.regex(page.html, /<h1>Verlauf von /u);
  t.true(page.html.includes('60 Einträge.'));
  t.is(rowsOf(page.html).length, 50);
  t.is(rowsOf((await browser.open(`${historyOf(scene)}?after=2`)).html).length, 10);
});
