import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/concepts/request-paths.md');
const place = /(?<=<!-- paths -->\n\n)[\s\S]*(?=\n\n<!-- \/paths -->)/u;
const load = (path) => import(new URL(`../${path}`, import.meta.url));

/** Runs six requests on a server of its own. Returns which files of ours each of them runs through. */
async function recordPaths() {
  const support = 'examples/server/dist/test/support';
  const { startTestServer } = await load(`${support}/test-server.js`);
  const { buildRequest, configure, enterPassword, secretOf, signIn } = await load(`${support}/sign-in.js`);
  const { crm, licensedTenant, machineToken, pro, seat } = await load(`${support}/licensing-api.js`);
  const { addMember, addUser, freshTenant, send, tokenOf } = await load(`${support}/tenant-api.js`);
  const { begin: beginSignIn, forgetLastCode, setUpApp, totp } = await load(`${support}/second-factor.js`);
  const { TestBrowser } = await load('packages/testing/dist/src/test-browser.js');
  const { demoPassword } = await load('examples/server/dist/src/demo-data.js');

  const { licensing, tenants, users } = await load('packages/server/dist/src/index.js');

  const server = await startTestServer({ plugins: [users(), tenants(), licensing()].map(withoutDeliveries) });
  const { issuer } = server;
  const record = await startRecording();
  const request = async (status, ...input) => {
    const response = await send(issuer, ...input);
    if (response.status !== status) throw new Error(`${input.join(' ')}: ${JSON.stringify(response.body)}`);
  };
  const paths = {};

  const tenant = await licensedTenant(server, 50);
  const owner = await tokenOf(issuer, tenant.owner.email);
  paths['Read a tenant'] = await record(() => request(200, 'GET', `/api/tenants/${tenant.id}`, owner));

  const credentials = Buffer.from(`demo-machine:${secretOf('demo-machine')}`).toString('base64');
  paths['Get a machine token'] = await record(async () => {
    const { status } = await fetch(`${issuer}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    if (status !== 200) throw new Error(`The token request got ${status}.`);
  });

  const machine = await machineToken(server, tenant.id);
  await seat(server, tenant, tenant.owner.userId);
  const check = `/api/integration/licenses/check?userId=${tenant.owner.userId}&applicationId=${crm}`;
  paths['Check a license'] = await record(() => request(200, 'GET', check, machine));

  const members = await timesRun(() => addMember(server, tenant.id, 'member'));
  paths['Grant a seat'] = await record(() => {
    const { userId } = members.pop();
    const body = { userId, applicationId: crm, licenseTypeId: pro };
    return request(201, 'POST', '/api/integration/licenses/grant', machine, body);
  });

  const user = await addUser(server);
  for (const { id: tenantId } of [await freshTenant(server), await freshTenant(server)])
    await server.identity.db.membership.create({ data: { tenantId, userId: user.userId, role: 'member' } });
  const enrolment = await beginSignIn(server, { email: user.email, changes: { acr_values: 'urn:identity:acr:2' } });
  const { secret } = await setUpApp(enrolment.browser, enrolment.page);
  paths['Sign in with a second factor and choose a tenant'] = await record(async () => {
    await forgetLastCode(server, user.userId);
    const browser = new TestBrowser(issuer);
    const { url } = await buildRequest(await configure(issuer, 'demo-web'));
    const codePage = await enterPassword(browser, await browser.open(url), user.email);
    const tenantPage = await browser.submit(codePage, { code: totp(secret) });
    const [, name, value] = /<button[^>]*name="(\w+)"[^>]*value="([^"]+)"/u.exec(tenantPage.html) ?? [];
    const done = await browser.submit(tenantPage, { [name]: value });
    if (!done.url.searchParams.has('code')) throw new Error(`The sign-in ended at ${done.url}.`);
  });

  const tokens = await timesRun(async () => {
    const { email } = await addUser(server);
    return (await signIn(issuer, { email })).tokens.access_token;
  });
  const confirmation = { confirmation: 'DELETE', password: demoPassword };
  paths['Delete an account'] = await record(() => request(200, 'DELETE', '/api/users/me', tokens.pop(), confirmation));

  await server.stop();
  return paths;
}

/** Mail and logout notices are delivered in the background, after the request that has caused them. */
function withoutDeliveries(plugin) {
  const off = { sendMail: () => {}, sendLogoutNotices: () => {} };
  return { ...plugin, setup: (host) => plugin.setup({ ...host, ...off }) };
}

const recordings = 3;

/** Makes one value for each run of a recorded action. */
async function timesRun(make) {
  const values = [];
  while (values.length < recordings + 1) values.push(await make());
  return values;
}

/**
 * A function that runs an action and returns the files of ours in which any function was called. A timer may be due during one
 * run, or the pool may open a connection. So the action runs several times, and only what every run has called is returned.
 */
async function startRecording() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async (action) => {
    // Once before, so that what is loaded at the first use is loaded.
    await action();
    const runs = [];
    while (runs.length < recordings) {
      await session.post('Profiler.takePreciseCoverage');
      await action();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      runs.push(calledFiles(result));
    }
    const [first, ...others] = runs;
    return first.filter((file) => others.every((files) => files.includes(file)));
  };
}

/** Our files with a function that was called, without those of the tests. */
function calledFiles(scripts) {
  const isOurs = (url) => /\/packages\/(?!testing\/)[^/]+\/dist\/src\//u.test(url);
  // The function that begins at 0 is the module itself.
  const called = ({ ranges: [range] }) => range.count > 0 && range.startOffset > 0;
  return scripts
    .filter(({ url, functions }) => isOurs(url) && functions.some(called))
    .map(({ url }) => sourceOf(fileURLToPath(url).slice(root.length)))
    .sort();
}

function sourceOf(compiled) {
  const path = compiled.replace('/dist/', '/').slice(0, -extname(compiled).length);
  return existsSync(join(root, `${path}.tsx`)) ? `${path}.tsx` : `${path}.ts`;
}

/** The files that all requests share once, and then those of each request. */
function render(paths) {
  const all = Object.values(paths);
  const shared = all[0].filter((file) => all.every((files) => files.includes(file)));
  const sections = Object.entries(paths).map(
    ([name, files]) =>
      `## ${name}\n\n${files.length} files, of which ${files.length - shared.length} are not in the list above.\n\n${listOf(
        files.filter((file) => !shared.includes(file)),
      )}`,
  );
  return [`## Every request\n\n${shared.length} files.\n\n${listOf(shared)}`, ...sections].join('\n\n');
}

/** One item for each folder, in lines of 120 characters. */
function listOf(files) {
  const folders = groupBy(files, folderOf);
  return [...folders]
    .map(([folder, inside]) =>
      wrapped(`- \`${folder}\`: ${inside.map((file) => file.slice(folder.length + 1)).join(', ')}`),
    )
    .join('\n');
}

const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));

function groupBy(files, keyOf) {
  const groups = new Map();
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file]);
  return groups;
}

function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + word.length + 1 > 120) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** The lists that are in the page now. */
export function writtenPaths() {
  return place.exec(readFileSync(page, 'utf8'))?.[0] ?? '';
}

async function withDatabases(action) {
  // A test that starts this script has the databases already.
  if (process.env.TEST_DEMO_DATABASE) return action();
  const { withTestDatabases } = await load('scripts/test/with-test-databases.mjs');
  return withTestDatabases((databases) => action(Object.assign(process.env, databases)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV = 'test';
  const lists = render(await withDatabases(recordPaths));
  if (process.argv.includes('--print')) writeFileSync(1, lists);
  else {
    const text = readFileSync(page, 'utf8');
    writeFileSync(page, text.replace(place, lists));
  }
  process.exit(0);
}
