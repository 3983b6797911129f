import { until } from '@org/identity-testing/until';
import test from 'ava';
import { newEmail } from '../support/import-tests.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { upload } from '../support/uploads.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

/** Sends the form of the page with a file. */
async function send(text: string | undefined, fields: Record<string, string> = {}) {
  const start = await operator.open('imports');
  const file = text === undefined ? [] : [['file', Buffer.from(text), 'people.ndjson'] as const];
  return upload({ browser: operator.browser, start }, '/platform/imports', [...Object.entries(fields), ...file]);
}

const done = (id: string) =>
  until(async () => {
    const { status } = await server.identity.db.import.findUniqueOrThrow({ where: { id } });
    return status === 'DONE';
  });

test.serial('a file is rehearsed, then imported, and its report can be downloaded', async (t) => {
  const email = newEmail();
  const file = `{"email":"${email}"}\n{"email":"<b>nobody"}\n`;
  const rehearsed = await send(file, { rehearse: 'on' });
  const path = String(rehearsed.location);
  t.regex(path, /^\/platform\/imports\/[\w-]+$/u);
  await done(String(path.split('/').at(-1)));
  const { html } = await operator.open(path.replace('/platform/', ''));
  t.regex(html, /Rehearsal: Done/u);
  t.true(html.includes('Nothing was changed'));
  t.true(html.includes('First lines that were refused'));
  t.false(html.includes('http-equiv="refresh"'));
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 0);

  const imported = String((await send(file)).location);
  const id = String(imported.split('/').at(-1));
  await done(id);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 1);
  const report = await operator.browser.open(`${imported}?download=report`);
  t.like(JSON.parse(report.html.split('\n')[0] ?? ''), { line: 1, email, result: 'created' });
  t.true((await operator.open('imports')).html.includes(`href="/platform/imports/${id}"`));
});

test.serial('a running import refreshes its page, and is canceled by its button', async (t) => {
  const leaseUntil = new Date(Date.now() + 3_600_000);
  const data = { actorKind: 'system', sentLines: 5_000, lastLine: 1_200, created: 1_200, leaseUntil };
  const { id } = await server.identity.db.import.create({ data });
  const { html } = await operator.open(`imports/${id}`);
  t.true(html.includes('http-equiv="refresh"'));
  t.true(html.includes('1,200 of 5,000 lines'));
  const canceled = await operator.post(`imports/${id}`, {});
  t.is(canceled.location, `/platform/imports/${id}?done=canceled`);
  t.like(await server.identity.db.import.findUniqueOrThrow({ where: { id } }), { status: 'CANCELED' });
});

test.serial('a form without a file, or with one that is too large, is refused with words', async (t) => {
  t.regex((await send(undefined)).html, /Choose a file/u);
  t.regex((await send('x'.repeat(17 * 1024 * 1024))).html, /too large/u);
  t.is((await operator.open('imports/0192f3a4-5b6c-7d8e-9f00-112233445566')).status, 404);
});

test.serial('the pages are also in German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  t.true((await german.open('imports')).html.includes('Personen importieren'));
});
