import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoData, demoPassword } from '../../src/demo-data.js';
import { startExample } from '../support/start-example.js';
import { startTestServer } from '../support/test-server.js';

const run = promisify(execFile);
/** Prints only the status of a response. */
const statusOnly = `curl() { command curl -s -o /dev/null -w '%{http_code}' "$@"; }`;

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const commandsIn = (html: string) =>
  [...html.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gsu)].map(([, text = '']) => decode(text));
const docsOf = async (url: string) => (await fetch(`${url}/docs`)).text();

/** The examples on the page now, by method and path: a page that is loaded later has the ids of what was created. */
async function examplesOf(url: string): Promise<Map<string, string>> {
  const parts = (await docsOf(url)).split('<div ').filter((part) => part.startsWith('data-kind="endpoint"'));
  return new Map(
    parts.map((part) => {
      const [, method = ''] = /<b class="method (\w+)">/u.exec(part) ?? [];
      const [, path = ''] = /<summary>.*?<code>(.*?)<\/code>/su.exec(part) ?? [];
      return [`${method.toUpperCase()} ${path}`, commandsIn(part)[0] ?? ''];
    }),
  );
}

/** Runs the first steps of the page as a reader does, and returns the tokens by their variables. */
async function tokensOf(url: string): Promise<Record<string, string>> {
  const [, steps = ''] = /<div class="first-steps">(.*?)<\/div>/su.exec(await docsOf(url)) ?? [];
  const links = [...steps.matchAll(/<a href="([^"]+)">/gu)].map(([, href = '']) => decode(href));
  const tokens: Record<string, string> = {};
  for (const command of commandsIn(steps)) {
    const [, variable] = /^(\w+)=\$\(/mu.exec(command) ?? [];
    if (variable === undefined) continue;
    const code = command.startsWith('CODE=') ? await codeOf(url, links.shift() ?? '') : '';
    const script = command.replace('the-code-from-the-address-bar', code);
    const { stdout } = await run('sh', ['-c', `${script}\nprintf %s "$${variable}"`]);
    tokens[variable] = stdout;
  }
  return tokens;
}

async function codeOf(url: string, link: string): Promise<string> {
  const browser = new TestBrowser(url);
  const page = await browser.open(`${url}${link}`);
  const email = new URL(link, url).searchParams.get('login_hint') ?? '';
  const end = await browser.submit(page, { email, password: demoPassword });
  return end.url.searchParams.get('code') ?? `no code at ${end.url.href}`;
}

async function statusOf(command: string, tokens: Record<string, string>): Promise<number> {
  const { stdout } = await run('sh', ['-c', `${statusOnly}\n${command}`], { env: { ...process.env, ...tokens } });
  return Number(stdout);
}

const rehearsed = (command: string) =>
  command.replace(/'(http[^']+)'/u, (_all, target: string) => `'${target}?rehearse=true'`);

/** What no example can bring along, and the documented response without it. */
const notOnItsOwn: Readonly<Record<string, number>> = {
  // The token is only in the mail.
  'POST /api/invitations/{token}/accept': 404,
  // Nobody has allowed the demo partner anything.
  'DELETE /api/users/me/applications/{clientId}': 404,
  // No machine may do this, and the examples of the platform have the token of one.
  'POST /api/platform/clients/{clientId}/confirm': 403,
  // The provider is not configured.
  'POST /api/users/me/sso/link': 422,
  // The demo data uses them.
  'DELETE /api/platform/applications/{applicationId}': 409,
  'DELETE /api/licensing/license-types/{licenseTypeId}': 409,
  // The example that adds the member is only rehearsed here.
  'DELETE /api/tenants/{id}/groups/{groupId}/members/{userId}': 404,
  'DELETE /api/tenants/{id}/applications/{clientId}': 404,
  // It was not tested.
  'POST /api/tenants/{id}/connections/{connectionId}/activate': 409,
  // Nobody has signed in by it.
  'DELETE /api/tenants/{id}/connections/{connectionId}/links/{userId}': 404,
  'POST /api/tenants/{id}/agent-seats': 404,
  'DELETE /api/tenants/{id}/agent-seats/{agentSeatId}': 404,
  // It takes lines of NDJSON, so nothing was imported.
  'GET /api/platform/imports/{importId}': 404,
  'DELETE /api/platform/imports/{importId}': 404,
  'GET /api/platform/imports/{importId}/report': 404,
  // The reader takes the last id from a list: it is of a moment.
  'DELETE /api/platform/users/{userId}/sessions/{sessionId}': 404,
  'POST /api/tenants/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': 404,
  'POST /api/platform/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': 404,
  'POST /api/platform/queues/{queue}/entries/{entryId}/retry': 404,
};
const isExpected = (name: string, status: number) => {
  const expected = notOnItsOwn[name];
  return expected === undefined ? status >= 200 && status <= 299 : status === expected;
};
/** What ends something that a later example needs. `DELETE /api/users/me` cannot be rehearsed, so it comes last. */
const onlyRehearsed = /^DELETE \/api\/(?!users\/me)|\/approve$/u;
const last = ['POST /api/users/me/password', 'DELETE /api/users/me'];

test('the first steps give tokens as they are copied, and the first call works', async (t) => {
  const url = await startExample(t);
  const tokens = await tokensOf(url);
  t.deepEqual(Object.keys(tokens), ['TOKEN', 'PLATFORM_TOKEN', 'USER_TOKEN', 'MEMBER_TOKEN']);
  for (const [variable, token] of Object.entries(tokens)) t.regex(token, /^[\w-]+\.[\w-]+\.[\w-]+$/u, variable);
  const [, steps = ''] = /<div class="first-steps">(.*?)<\/div>/su.exec(await docsOf(url)) ?? [];
  t.is(await statusOf(commandsIn(steps)[1] ?? '', tokens), 200);
});

test('every example with a body works on fresh demo data as it is copied', async (t) => {
  const url = await startExample(t);
  const tokens = await tokensOf(url);
  const names = [...(await examplesOf(url))].filter(([, command]) => / -d '/u.test(command)).map(([name]) => name);
  const ofApi = names.filter((name) => name.includes(' /api/'));
  t.true(ofApi.length > 35, String(ofApi.length));
  // What is created has a shorter path than what changes it.
  const shortFirst = ofApi.toSorted((one, other) => one.split('/').length - other.split('/').length);
  const wrong: string[] = [];
  for (const name of [...shortFirst.filter((each) => !last.includes(each)), ...last]) {
    const command = (await examplesOf(url)).get(name) ?? '';
    const status = await statusOf(onlyRehearsed.test(name) ? rehearsed(command) : command, tokens);
    if (!isExpected(name, status)) wrong.push(`${status} ${name}\n${command}`);
  }
  t.deepEqual(wrong, []);
});

test('every other example works too, once what it names was created', async (t) => {
  const url = await startExample(t);
  const tokens = await tokensOf(url);
  const creators = [
    'POST /api/tenants/{id}/invitations',
    'POST /api/integration/licenses/request',
    'POST /api/integration/licenses/lease',
    'POST /api/tenants/{id}/license-rules',
    'POST /api/tenants/{id}/webhooks',
    'POST /api/tenants/{id}/groups',
    'POST /api/tenants/{id}/connections',
    'POST /api/tenants/{id}/domains',
    'POST /api/tenants/{id}/directories',
    'POST /api/platform/webhooks',
  ];
  const before = await docsOf(url);
  for (const creator of creators) {
    t.true(before.includes(`Run the example of ${creator} first`), creator);
    t.is(await statusOf((await examplesOf(url)).get(creator) ?? '', tokens), 201, creator);
  }
  t.false((await docsOf(url)).includes('Run the example of POST /api/tenants/{id}/webhooks first'));
  const wrong: string[] = [];
  for (const [name, command] of await examplesOf(url)) {
    // A stream does not end, and OAuth has its own placeholders.
    if (/ -d '/u.test(command) || !name.includes(' /api/') || /\/stream$| \/api\/oauth\//u.test(name)) continue;
    const isChange = !name.startsWith('GET ');
    if (isChange && !/^\w+ \/api\/(?:tenants|licensing|integration|platform)/u.test(name)) continue;
    const status = await statusOf(isChange ? rehearsed(command) : command, tokens);
    if (!isExpected(name, status)) wrong.push(`${status} ${name}`);
  }
  t.deepEqual(wrong, []);
});

test('without demo data the examples have placeholders: no client, secret or id of the demo', async (t) => {
  const server = await startTestServer();
  t.teardown(() => server.stop());
  const html = await docsOf(server.issuer);
  t.regex(html, /\$CLIENT_ID:\$CLIENT_SECRET/u);
  for (const client of demoData.clients) t.false(html.includes(client.id), client.id);
  for (const { id, slug } of demoData.tenants) t.false(html.includes(id), slug);
  for (const { email } of demoData.users) t.false(html.includes(email), email);
  t.false(html.includes(demoPassword));
});
