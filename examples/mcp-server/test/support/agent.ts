import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { demoPassword } from '@org/identity-example-server/demo-data';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { callback, type Scene } from './scene.js';

/** The ids of the demo data. */
const tenants = {
  acme: '019a0000-0000-7000-8000-0000000000c1',
  globex: '019a0000-0000-7000-8000-0000000000c2',
};

/** What an agent keeps for the SDK, in memory. */
class Credentials implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Test agent',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  readonly clientMetadataUrl?: string;
  /** Where the user has to go. */
  authorizationUrl: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #state = '';

  constructor(documentUrl: string | undefined) {
    if (documentUrl !== undefined) this.clientMetadataUrl = documentUrl;
  }

  state() {
    this.#state = crypto.randomUUID();
    return this.#state;
  }
  hasState(state: string | null) {
    return state === this.#state;
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.#client = information;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovery = state;
  }
  discoveryState() {
    return this.#discovery;
  }
}

/** A user in a browser: signs in, chooses a tenant and consents, as far as the pages ask. Keeps the pages. */
export class Person {
  readonly pages: Page[] = [];
  readonly #browser: TestBrowser;

  constructor(
    issuer: string,
    readonly email: string,
    readonly tenant: keyof typeof tenants = 'acme',
  ) {
    this.#browser = new TestBrowser(issuer);
  }

  /** Returns the URL of the callback, with the code. */
  async allow(authorizationUrl: URL): Promise<URL> {
    let page = await this.#browser.open(authorizationUrl);
    for (let step = 0; step < 5 && page.url.origin === authorizationUrl.origin; step += 1) {
      this.pages.push(page);
      page = await this.#next(page);
    }
    if (page.url.origin === authorizationUrl.origin)
      throw new Error(`The sign-in stopped at ${page.url.href} (${page.status}): ${page.html.slice(-600)}`);
    return page.url;
  }

  #next(page: Page): Promise<Page> {
    const { html } = page;
    if (html.includes('name="password"'))
      return this.#browser.submit(page, { email: this.email, password: demoPassword });
    return this.#browser.submit(page, html.includes('name="tenant"') ? { tenant: tenants[this.tenant] } : {});
  }
}

export interface Agent {
  readonly client: Client;
  readonly credentials: Credentials;
  readonly person: Person;
  /** The text of a tool's result. */
  call(name: string, input?: Record<string, unknown>): Promise<{ isError: boolean; text: string; data: unknown }>;
}

/** An agent that has signed in a user with the official client, by a metadata document or by registration. */
export async function connectAgent(
  scene: Scene,
  { email, tenant, by }: { email: string; tenant?: keyof typeof tenants; by: 'document' | 'registration' },
): Promise<Agent> {
  const credentials = new Credentials(by === 'document' ? scene.documentUrl : undefined);
  const person = new Person(scene.issuer, email, tenant);
  const transport = transportTo(scene, credentials);
  await signIn(credentials, person, transport, () => newClient().connect(transport));
  return connect(scene, credentials, person);
}

/** The same agent after a call that needed a larger consent, which its user has given. */
export async function signInAgain(scene: Scene, agent: Agent, call: () => Promise<unknown>): Promise<Agent> {
  const { credentials, person } = agent;
  await signIn(credentials, person, transportTo(scene, credentials), call);
  return connect(scene, credentials, person);
}

const newClient = () => new Client({ name: 'test-agent', version: '1.0.0' });
const transportTo = ({ resource }: Scene, authProvider: Credentials) =>
  new StreamableHTTPClientTransport(new URL(resource), { authProvider });

async function connect(scene: Scene, credentials: Credentials, person: Person): Promise<Agent> {
  const client = newClient();
  await client.connect(transportTo(scene, credentials));

  async function call(name: string, input: Record<string, unknown> = {}) {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
    const [first] = content;
    return { isError, text: first?.type === 'text' ? first.text : '', data: structuredContent };
  }
  return { client, credentials, person, call };
}

/** Runs what needs a sign-in, lets the user sign in, and hands the code over. */
async function signIn(
  credentials: Credentials,
  person: Person,
  transport: StreamableHTTPClientTransport,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
    throw new Error('No sign-in was needed.');
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  if (!credentials.authorizationUrl) throw new Error('The client did not send its user anywhere.');
  const { searchParams } = await person.allow(credentials.authorizationUrl);
  if (!credentials.hasState(searchParams.get('state'))) throw new Error('The state is another one.');
  await transport.finishAuth(searchParams);
}
