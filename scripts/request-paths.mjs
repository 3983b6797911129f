import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTestDatabases } from './test/with-test-databases.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/concepts/request-paths.md');
const [begin, end] = ['<!-- paths -->', '<!-- /paths -->'];
const load = (path) => import(new URL(`../${path}`, import.meta.url));

/** Runs six requests on a server of its own, and writes which files of ours each of them runs through. */
async function recordPaths() {
  const support = 'examples/server/dist/test/support';
  const { startTestServer } = await load(`${support}/test-server.js`);
  const { buildRequest, configure, enterPassword, secretOf, signIn } = await load(`${support}/sign-in.js`);
  const { crm, licensedTenant, machineToken, pro, seat } = await load(`${support}/licensing-api.js`);
  const { addMember, addUser, freshTenant, send, tokenOf } = await load(`${support}/tenant-api.js`);
  const { begin: beginSignIn, forgetLastCode, setUpApp, totp } = await load(`${support}/second-factor.js`);
  const { TestBrowser } = await load('packages/testing/dist/src/test-browser.js');
  const { demoPassword } = await load('examples/server/dist/src/demo-data.js');

  const server = await startTestServer();
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

  const members = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
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

  const tokens = [];
  for (const { email } of [await addUser(server), await addUser(server)])
    tokens.push((await signIn(issuer, { email })).tokens.access_token);
  const confirmation = { confirmation: 'DELETE', password: demoPassword };
  paths['Delete an account'] = await record(() => request(200, 'DELETE', '/api/users/me', tokens.pop(), confirmation));

  await server.stop();
  return paths;
}

/** A function that runs an action and returns the files of ours in which any function was called. */
async function startRecording() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async (action) => {
    // Once before, so that what is loaded at the first use is loaded.
    await action();
    await session.post('Profiler.takePreciseCoverage');
    await action();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    // The function that begins at 0 is the module itself.
    const called = ({ ranges: [range] }) => range.count > 0 && range.startOffset > 0;
    return result
      .filter(({ url, functions }) => /\/packages\/[^/]+\/dist\/src\//u.test(url) && functions.some(called))
      .map(({ url }) => sourceOf(fileURLToPath(url).slice(root.length)))
      .sort();
  };
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

await withTestDatabases(async (databases) => {
  Object.assign(process.env, databases, { NODE_ENV: 'test' });
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
  writeFileSync(page, `${before}\n\n${render(await recordPaths())}\n\n${after}`);
});
process.exit(0);
