import test from 'ava';
import { seatScene } from '../support/console-seats.js';
import { textOf } from '../support/console-visitors.js';
import { recordRequests } from '../support/counted-requests.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

// Before the server opens its connections.
const recorder = recordRequests();
let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  operator = await openPlatform(server);
});
test.after.always(async () => {
  await server?.stop();
  recorder.stop();
});

const overview = (query = '') => operator.browser.open(`/platform${query}`);
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Writes what the jobs count: a number for each of the last days. */
async function counted(name: string, numbers: readonly number[]): Promise<void> {
  const data = numbers.map((count, ago) => ({ name, day: new Date(Date.now() - ago * dayMilliseconds), count }));
  await server.identity.db.dayCount.createMany({ data });
}

test.serial('before the first count the overview says so', async (t) => {
  const { html } = await overview();
  t.regex(html, /<h2>Activity<\/h2>/u);
  t.true(html.includes('Nothing has been counted yet.'));
});

test.serial('the overview has the numbers of the last days, each with a chart and a link', async (t) => {
  await counted(
    'sign-ins',
    Array.from({ length: 90 }, () => 100),
  );
  await counted('new-people', [3, 2, 1]);
  await counted('held-seats', [70, 60]);
  await counted('token-requests', [1_000, 2_000]);
  await counted('failed-mails', [4]);
  await counted('failed-deliveries', [5]);
  const { html } = await overview();
  const shown = [
    ...html.matchAll(/<figcaption><a href="([^"]+)">([^<]+)<\/a><strong>([^<]+)<\/strong> <span>([^<]+)</gu),
  ];
  t.deepEqual(
    shown.map(([, ...parts]) => parts),
    [
      ['/platform/audit?type=session.started', 'Sign-ins', '3,000', 'in 30 days'],
      ['/platform/people', 'New people', '6', 'in 30 days'],
      ['/platform/subscriptions', 'Seats held', '70', 'now'],
      ['/platform/clients', 'Tokens issued', '3,000', 'in 30 days'],
      ['/platform/queues/mail', 'Failed mail', '4', 'in 30 days'],
      ['/platform/webhooks', 'Failed webhook deliveries', '5', 'in 30 days'],
    ],
  );
  for (const [, path = ''] of shown) t.is((await operator.browser.open(path)).status, 200, path);
  t.is(html.match(/<tr><th scope="row">/gu)?.length, 30);
  t.true((await overview('?range=7')).html.includes('<strong>700</strong> <span>in 7 days</span>'));
  t.true((await overview('?range=90')).html.includes('<strong>9,000</strong> <span>in 90 days</span>'));
  t.true((await overview('?range=all')).html.includes('in 30 days'));
});

test.serial('the overview counts no events: it reads the numbers in one statement', async (t) => {
  const { requests } = await recorder.during(() => overview());
  const statements = requests.flatMap((request) => request.statements);
  t.is(statements.filter((text) => text.includes('identity.day_counts')).length, 1);
  t.deepEqual(
    statements.filter((text) => /\bevents\b|webhook_deliveries|oidc_tokens|\bseats\b/u.test(text)),
    [],
  );
  t.is(statements.length, 17, statements.join('\n'));
});

test.serial(
  'subscriptions that end within 30 days are a number in the navigation, a line of the overview, and a filter',
  async (t) => {
    const { db } = server.identity;
    const inDays = (days: number) => new Date(Date.now() + days * dayMilliseconds);
    const ends = async (expiresAt: Date, status: 'ACTIVE' | 'CANCELED' = 'ACTIVE') => {
      const scene = await seatScene(server);
      await db.subscription.update({ where: { id: scene.subscriptionId }, data: { expiresAt, status } });
      return scene.slug;
    };
    const others = [await ends(inDays(31)), await ends(inDays(-1)), await ends(inDays(5), 'CANCELED')];
    t.false((await overview()).html.includes('subscriptions?ends=soon'));
    const soon = [await ends(inDays(29)), await ends(inDays(1))];
    const { html } = await overview();
    t.true(html.includes('<a href="/platform/subscriptions?ends=soon">2 subscriptions end within 30 days.</a>'));
    t.is(html.match(/<h2>What needs attention<\/h2>/gu)?.length, 1);
    t.regex(textOf((await operator.open('people')).html), /Subscriptions ?2 /u, 'on every page');
    const listed = (await operator.open('subscriptions?ends=soon')).html;
    for (const slug of soon) t.true(listed.includes(slug));
    for (const slug of others) t.false(listed.includes(slug));
    const all = (await operator.open('subscriptions?ends=later')).html;
    for (const slug of [...soon, ...others]) t.true(all.includes(slug));
  },
);

test.serial('the section is German for readers of German', async (t) => {
  await server.identity.db.user.update({ where: { id: operator.userId }, data: { locale: 'de' } });
  const { html } = await overview();
  t.regex(html, /<h2>Aktivität<\/h2>/u);
  t.true(html.includes('2 Abonnements enden in den nächsten 30 Tagen.'));
  t.true(html.includes('<strong>3.000</strong> <span>in 30 Tagen</span>'));
});
