import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enterPassword, secretOf } from '@org/identity-example-server/test/sign-in';
import { startTestServer, type TestServer } from '@org/identity-example-server/test/test-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import type { Settings } from '../../src/settings.js';

/** The origin of the application that the demo clients expect. */
export const demoOrigin = 'http://localhost:8080';

export interface Recipe {
  server: TestServer;
  /** The URL at which the application listens. The identity server knows it by its origin. */
  url: string;
  origin: string;
  stop(): Promise<void>;
}

export type CreateApp = (settings: Settings) => RequestListener | Promise<RequestListener>;
export type ClientCredentials = Pick<Settings, 'clientId' | 'clientSecret'>;

/** Starts the identity server. Access tokens live for 30 seconds: each is due for a refresh as soon as it is issued. */
export const startIdentityServer = () => startTestServer({ lifetimes: { accessToken: 30 } });

const demoWeb: ClientCredentials = { clientId: 'demo-web', clientSecret: secretOf('demo-web') };

/** Starts a recipe, as the demo client `demo-web` or as a client that is registered for its origin. */
export async function startRecipe(
  server: TestServer,
  createApp: CreateApp,
  { originAt = () => demoOrigin, register = async () => demoWeb }: RecipeOptions = {},
): Promise<Recipe> {
  const listener = createServer();
  listener.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const origin = originAt(url);
  const app = await createApp({
    issuer: server.issuer,
    origin,
    ...(await register(server, origin)),
    sessionSecret: 'a secret for tests only, of more than 32 characters',
  });
  listener.on('request', app);
  return {
    server,
    url,
    origin,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

export interface RecipeOptions {
  /** The origin of the application that listens at a URL. */
  originAt?: (url: string) => string;
  register?: (server: TestServer, origin: string) => Promise<ClientCredentials>;
}

/** A user with one browser, which has cookies of the application and of the identity server. */
export class Visitor {
  readonly app: TestBrowser;
  readonly identity: TestBrowser;
  readonly #recipe: Recipe;

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.app = new TestBrowser(recipe.url);
    this.identity = new TestBrowser(recipe.server.issuer);
  }

  /** Opens a URL of the application at the URL where it listens. */
  open(url: string | URL): Promise<Page> {
    const { pathname, search } = new URL(url, this.#recipe.url);
    return this.app.open(`${pathname}${search}`);
  }

  /** Presses the button of one of the pages of Auth.js. Returns where it leads. */
  async press(path: string): Promise<URL> {
    const page = await this.open(path);
    const csrfToken = /name="csrfToken" value="(\w+)"/u.exec(page.html)?.[1] ?? '';
    const action = /<form action="([^"]+)"/u.exec(page.html)?.[1] ?? '';
    const callbackUrl = /name="callbackUrl" value="([^"]+)"/u.exec(page.html)?.[1];
    const fields = new URLSearchParams({ csrfToken, ...(callbackUrl ? { callbackUrl } : {}) });
    const response = await this.app.request('POST', new URL(action), fields);
    return new URL(response.headers.get('location') ?? '', this.#recipe.url);
  }

  /** Signs in on the pages of the identity server, where the application has sent the browser. Returns the callback URL. */
  async signIn(authorize: URL, email = 'owner@acme.test'): Promise<URL> {
    const form = await this.identity.open(authorize);
    const { url, html } = await enterPassword(this.identity, form, email);
    if (url.origin !== this.#recipe.origin) throw new Error(`The sign-in ended at ${url.href}: ${html.slice(-600)}`);
    return url;
  }
}
