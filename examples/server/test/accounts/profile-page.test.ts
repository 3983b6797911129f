import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

async function profileOf(data: Record<string, string> = {}) {
  const { email, userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data });
  return { userId, ...(await openAccount(server.issuer, email, { path: '/account/profile' })) };
}
const selectOf = (html: string, name: string) =>
  new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?</select>`, 'u').exec(html)?.[0] ?? '';
const valuesOf = (html: string, name: string) =>
  [...selectOf(html, name).matchAll(/<option[^>]* value(?:="([^"]*)")?/gu)].map(([, value = '']) => value);
const selectedOf = (html: string, name: string) =>
  [...selectOf(html, name).matchAll(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/gu)].map(([, value]) => value);

test('the profile offers the languages of the server and all time zones by region, on a page under 100 KB', async (t) => {
  const { page } = await profileOf({ locale: 'de', zoneinfo: 'Europe/Berlin' });
  t.deepEqual(valuesOf(page.html, 'locale'), ['', 'en', 'de']);
  t.deepEqual(selectedOf(page.html, 'locale'), ['de']);
  t.regex(selectOf(page.html, 'locale'), />English<[\s\S]*>Deutsch</u);
  const zones = valuesOf(page.html, 'zoneinfo');
  for (const zone of Intl.supportedValuesOf('timeZone')) t.true(zones.includes(zone), zone);
  t.deepEqual(selectedOf(page.html, 'zoneinfo'), ['Europe/Berlin']);
  t.regex(selectOf(page.html, 'zoneinfo'), /<optgroup label="Europa">/u, 'in the language of the user');
  t.true(Buffer.byteLength(page.html) < 100 * 1024, String(Buffer.byteLength(page.html)));
});

test('a language or time zone that is not listed stays what it is until another one is chosen', async (t) => {
  const { browser, page, userId } = await profileOf({ locale: 'pt-BR', zoneinfo: 'US/Pacific-New-Alias' });
  t.deepEqual(
    [selectedOf(page.html, 'locale'), selectedOf(page.html, 'zoneinfo')],
    [['pt-BR'], ['US/Pacific-New-Alias']],
  );
  await post(browser, page, { locale: 'pt-BR', displayName: 'Nina' });
  const stored = () => server.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  t.is((await stored()).locale, 'pt-BR');
  await post(browser, page, { locale: '', zoneinfo: 'Asia/Tokyo' });
  t.like(await stored(), { locale: null, zoneinfo: 'Asia/Tokyo' });
});

test('a picture is shown when its URL is https, without a referrer, and no other is', async (t) => {
  const { page } = await profileOf({ pictureUrl: 'https://images.example/me.png?a=1&b="2"' });
  t.regex(
    page.html,
    /<img src="https:\/\/images\.example\/me\.png\?a=1&amp;b=&quot;2&quot;"[^>]* referrerpolicy="no-referrer"/u,
  );
  t.regex(page.headers.get('content-security-policy') ?? '', /img-src [^;]*https:/u);
  for (const pictureUrl of ['http://images.example/me.png', 'javascript:alert(1)', 'data:image/svg+xml,x'])
    t.notRegex((await profileOf({ pictureUrl })).page.html, /<img/u, pictureUrl);
});

test('rare fields stand behind "More", which is open when one of them is refused', async (t) => {
  const { browser, page, userId } = await profileOf({ nickname: 'Nin' });
  const more = (html: string) => /<details class="more"([^>]*)>([\s\S]*?)<\/details>/u.exec(html) ?? [];
  t.deepEqual(
    [...String(more(page.html)[2]).matchAll(/ name="(\w+)"/gu)].map(([, name]) => name),
    ['middleName', 'nickname', 'website'],
  );
  t.is(more(page.html)[1], '');
  const refused = await post(browser, page, { website: 'nothing' });
  t.is(more(refused.html)[1], ' open');
  await post(browser, page, { nickname: 'Nin', displayName: 'Nina' });
  t.is((await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } })).nickname, 'Nin');
});
