import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import {
  type AgentInput,
  agentRequest,
  connectAgent,
  type DocumentServer,
  startAgent,
  startDocumentServer,
} from '../support/document-server.js';
import { call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let documents: DocumentServer;
test.before(async () => {
  documents = await startDocumentServer();
  server = await startTestServer({
    clientIdMetadataDocuments: true,
    dynamicRegistration: 'open',
    privateSchemes: ['cursor'],
  });
});
test.after.always(async () => {
  await server?.stop();
  await documents?.stop();
});

const isConsent = ({ html }: { html: string }) => html.includes('Allow access');

/** Registers a client that has no secret, unless the test says otherwise. */
async function register(members: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${server.issuer}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'SDK agent', token_endpoint_auth_method: 'none', ...members }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return String(body['client_id']);
}

/** Adds a client as an operator would: without a secret, on the user's own machine. */
async function addSpa(fields: { firstParty: boolean; redirectUris: string[] }): Promise<string> {
  const id = `spa-${randomUUID()}`;
  const scopes = ['openid', 'profile', 'email', 'offline_access'];
  await server.identity.db.client.create({
    data: { id, name: 'Local program', type: 'SPA', requireNonce: false, scopes, ...fields },
  });
  return id;
}

/** What a client gets that asks without a page: the error, or `code`. */
async function silently(clientId: string, browser: TestBrowser, changes: Record<string, string> = {}) {
  const request = await agentRequest(server.issuer, clientId, { prompt: 'none', ...changes });
  const { searchParams } = (await browser.open(request.url)).url;
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : 'neither');
}

test('a program on another port gets no code without a page, although the agent was allowed', async (t) => {
  const id = documents.publish('/ports.json');
  const allowed = { redirect_uri: 'http://127.0.0.1:21001/callback' };
  const { browser, asked } = await connectAgent(server, id, allowed);
  t.true(asked);
  t.is(await silently(id, browser, { redirect_uri: 'http://127.0.0.1:21999/callback' }), 'consent_required');
  t.is(await silently(id, browser, allowed), 'consent_required', 'nor on the port that was allowed');
});

test('the page is shown at every sign-in, names host and port, and ends with a code', async (t) => {
  const id = documents.publish('/always.json');
  const { browser } = await connectAgent(server, id, { redirect_uri: 'http://127.0.0.1:21001/callback' });
  for (const port of [21_001, 21_999]) {
    const input: AgentInput = { browser, redirect_uri: `http://127.0.0.1:${port}/callback` };
    const { page } = await startAgent(server, id, input);
    t.true(isConsent(page), String(port));
    t.true(page.html.includes(`<strong><bdi>127.0.0.1:${port}</bdi></strong>`), 'host and port');
    t.true(page.html.includes('runs on this computer'), 'and what it means');
    const { tokens, asked } = await connectAgent(server, id, input);
    t.true(asked);
    t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
  }
});

test('an app with a scheme of its own is asked for every time as well', async (t) => {
  const redirect_uri = 'com.example.agent:/callback';
  const id = documents.publish('/scheme.json', { redirect_uris: [redirect_uri] });
  const { browser } = await connectAgent(server, id, { redirect_uri });
  t.is(await silently(id, browser, { redirect_uri }), 'consent_required');
  const { page } = await startAgent(server, id, { browser, redirect_uri });
  t.true(isConsent(page));
  t.true(page.html.includes('<strong><bdi>com.example.agent</bdi></strong>'));
});

test('a scheme that an operator has listed is accepted, and is asked for every time', async (t) => {
  const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
  for (const id of [
    documents.publish('/cursor.json', { redirect_uris: [redirect_uri] }),
    await register({ redirect_uris: [redirect_uri] }),
  ]) {
    const { browser, asked, tokens } = await connectAgent(server, id, { redirect_uri });
    t.true(asked);
    t.truthy(tokens.access_token);
    t.is(await silently(id, browser, { redirect_uri }), 'consent_required');
    t.true((await server.identity.db.client.findUniqueOrThrow({ where: { id } })).native);
  }
  t.is(await register({ redirect_uris: ['vscode://other/callback'] }), 'undefined', 'this one is not listed');
});

test('a client that proves itself, or is reached over https, is asked for once', async (t) => {
  const web = 'https://agents.example/callback';
  const ofWeb = await register({ redirect_uris: [web, 'http://127.0.0.1/callback'] });
  const { browser } = await connectAgent(server, ofWeb, { redirect_uri: web });
  t.is(await silently(ofWeb, browser, { redirect_uri: web }), 'code');
  const local = { redirect_uri: 'http://127.0.0.1:21001/callback' };
  t.is(await silently(ofWeb, browser, local), 'consent_required', 'the same client on this computer');

  const withSecret = await register({
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const started = await startAgent(server, withSecret, local);
  await started.browser.submit(started.page, {});
  t.is(await silently(withSecret, started.browser, local), 'code');
});

test('a third-party client that an operator has added is asked for every time, a first-party one never', async (t) => {
  const redirect_uri = 'http://127.0.0.1:4400/callback';
  const other = await addSpa({ firstParty: false, redirectUris: [redirect_uri] });
  const { browser } = await connectAgent(server, other, { redirect_uri });
  t.is(await silently(other, browser, { redirect_uri }), 'consent_required');
  const { page } = await startAgent(server, other, { browser, redirect_uri });
  t.true(page.html.includes('<strong><bdi>127.0.0.1:4400</bdi></strong>'));
  t.false(page.html.includes('registered itself'), 'an operator knows it');

  const own = await addSpa({ firstParty: true, redirectUris: [redirect_uri] });
  t.false((await connectAgent(server, own, { browser, redirect_uri })).asked);
  t.is(await silently(own, browser, { redirect_uri }), 'code');
});

test('a sign-in in a new browser is asked once, not after each of its steps', async (t) => {
  const id = documents.publish('/steps.json');
  await connectAgent(server, id);
  const browser = new TestBrowser(server.issuer);
  const { page } = await startAgent(server, id, { browser });
  t.true(isConsent(page));
  const end = await browser.submit(page, {});
  t.truthy(end.url.searchParams.get('code'));
});
