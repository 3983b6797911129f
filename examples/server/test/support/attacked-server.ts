import { type Message, type RawResponse, send } from '@org/identity-testing/send';
import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import type { ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { type RecordingLogger, recordingLogger } from './recording-logger.js';
import { callback, secretOf } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';

export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const accept = 'text/html, application/json';
export const owner = { email: 'owner@acme.test', password: demoPassword };
export const web = { client_id: 'demo-web', client_secret: secretOf('demo-web') };
const verifier = 'a-verifier-that-is-long-enough-for-rfc-7636-0123456789';

export const authorizeFields = {
  client_id: 'demo-web',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid profile email offline_access',
  state: 'a-state',
  nonce: 'a-nonce',
  code_challenge: verifier,
  code_challenge_method: 'plain',
  tenant: 'acme',
};

/** An authorization request as a link. */
export function authorizePath(changes: Record<string, string> = {}): string {
  return `/oauth/authorize?${new URLSearchParams({ ...authorizeFields, ...changes })}`;
}

/** A request, and which responses besides a refusal are correct. */
export interface Case {
  title: string;
  message: Message;
  alsoAllowed?: ((response: RawResponse) => boolean) | undefined;
}

/** Whether a response is an error of the caller: 4xx, or an OAuth error at the registered redirect_uri. */
export function isRefusal({ status, headers }: RawResponse): boolean {
  if (status >= 400 && status < 500) return true;
  const location = headers.location ?? '';
  return status === 303 && location.startsWith(`${callback}?`) && new URL(location).searchParams.has('error');
}

export const isServed = ({ status }: RawResponse): boolean => status >= 200 && status < 400;
/** Node itself ends a request whose headers are too long; the response may get lost. */
export const isCutOff = ({ status }: RawResponse): boolean => status === 0;

const secrets = [/\n\s+at /u, /node_modules/u, /\.[jt]sx?:\d/u, /SELECT |INSERT |UPDATE /u, /prisma/iu, /postgres/iu];

/** What no response may contain: an error of ours, a stack, SQL or a path. */
export function faultsOf(response: RawResponse): string[] {
  const text = `${response.body} ${JSON.stringify(response.headers)}`;
  const found = secrets.filter((secret) => secret.test(text)).map((secret) => `holds ${secret}`);
  if (response.status >= 500) found.push(`status ${response.status}`);
  if (text.includes(process.cwd()) || text.includes('/packages/')) found.push('holds a path');
  return found;
}

/** A server whose log is watched, with a user who is signed in. */
export class AttackedServer {
  readonly test: TestServer;
  readonly port: number;
  readonly record: RecordingLogger;
  readonly signedIn: WireBrowser;
  #tenantChooser: WireBrowser | undefined;
  #accessToken = '';

  static async start(): Promise<AttackedServer> {
    const record = recordingLogger();
    // Every bad request must be processed; the limits have their own tests.
    const limits = {
      tokenEndpoint: { wrongSecretsPerMinute: 1_000_000, requestsPerSecond: 1_000_000 },
      interactions: { perNetwork: 1_000_000 },
    };
    const server = new AttackedServer(await startTestServer({ logger: record.logger, limits }), record);
    await server.signedIn.submit(await server.signedIn.open(authorizePath()), owner);
    server.#accessToken = String((await server.freshTokens())['access_token']);
    return server;
  }

  private constructor(test: TestServer, record: RecordingLogger) {
    this.test = test;
    this.record = record;
    this.port = Number(new URL(test.issuer).port);
    this.signedIn = this.newBrowser();
  }

  get accessToken(): string {
    return this.#accessToken;
  }

  newBrowser(): WireBrowser {
    return new WireBrowser(this.test.issuer);
  }

  /** The fields of a token request with an unused code. */
  async codeFields(): Promise<Record<string, string>> {
    const { url } = await this.signedIn.open(authorizePath());
    const code = String(url.searchParams.get('code'));
    return { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...web };
  }

  async freshTokens(): Promise<Record<string, unknown>> {
    const { body } = await this.newBrowser().request('POST', '/api/oauth/token', { fields: await this.codeFields() });
    return JSON.parse(body) as Record<string, unknown>;
  }

  /** The URL of a new sign-in form, with its cookies. */
  async signInForm(): Promise<{ target: string; cookie: string }> {
    const browser = this.newBrowser();
    return formOf(await browser.open(authorizePath()), browser);
  }

  /** The URL of a form for the choice of a tenant, with its cookies. */
  async tenantForm(): Promise<{ target: string; cookie: string }> {
    const path = authorizePath().replace('&tenant=acme', '');
    if (!this.#tenantChooser) {
      this.#tenantChooser = this.newBrowser();
      const page = await this.#tenantChooser.open(path);
      await this.#tenantChooser.submit(page, { ...owner, email: 'owner@globex.test' });
    }
    return formOf(await this.#tenantChooser.open(path), this.#tenantChooser);
  }

  /** Sends every case. Then checks the responses, the log and that the server still works. */
  async standsAll(t: ExecutionContext, cases: readonly Case[]): Promise<void> {
    const wrong: string[] = [];
    for (const { title, message, alsoAllowed } of cases) {
      const response = await send(this.port, message);
      const found = faultsOf(response);
      if (!isRefusal(response) && !alsoAllowed?.(response))
        found.push((response.headers.location ?? response.body).slice(0, 120));
      found.push(...this.record.errors.splice(0).map((error) => `logged ${error.slice(0, 600)}`));
      wrong.push(...found.map((fault) => `${title}: ${response.status} ${fault}`));
    }
    t.true(cases.length > 0);
    await this.stillServes(t);
    t.deepEqual(wrong, []);
  }

  /** Asserts that a signed-in user gets a code and their profile. */
  async stillServes(t: ExecutionContext): Promise<void> {
    const { url, status } = await this.signedIn.open(authorizePath({ prompt: 'none' }));
    t.truthy(url.searchParams.get('code'), `${status} ${url.href}`);
    const headers = { authorization: `Bearer ${this.accessToken}` };
    t.is((await send(this.port, { target: '/api/users/me', headers })).status, 200);
    t.deepEqual(this.record.errors.splice(0), []);
  }

  /** Asserts that a new user can sign in with a password. */
  async stillSignsIn(t: ExecutionContext): Promise<void> {
    const browser = this.newBrowser();
    const { url, status } = await browser.submit(await browser.open(authorizePath()), owner);
    t.truthy(url.searchParams.get('code'), `${status} ${url.href}`);
  }
}

function formOf(page: WirePage, browser: WireBrowser): { target: string; cookie: string } {
  if (!page.url.pathname.startsWith('/interaction/')) throw new Error(`Not a form, but ${page.url.href}.`);
  return { target: page.url.pathname, cookie: browser.cookieHeader(page.url.pathname) };
}
