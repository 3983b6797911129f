import { Cookies } from './cookies.js';
import { type RawResponse, send } from './send.js';

/** A page with its URL. */
export interface WirePage extends RawResponse {
  url: URL;
}

export interface WireOptions {
  /** The port of the server, if it differs from that of the issuer. */
  port?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** A prefix for every request target, as the client of a proxy sends it. */
  targetPrefix?: string;
}

/** A browser whose cookies and headers tests can copy, change and delete. */
export class WireBrowser {
  readonly jar: Cookies;
  /** Every Set-Cookie header that was received. */
  readonly received: string[] = [];
  readonly #issuer: URL;
  readonly #options: WireOptions;

  constructor(issuer: string, options: WireOptions = {}) {
    this.#issuer = new URL(issuer);
    this.jar = new Cookies(this.#issuer);
    this.#options = options;
  }

  /** Sends one request without following redirects. */
  async request(
    method: string,
    target: string | URL,
    options: { fields?: Record<string, string>; body?: string; headers?: Record<string, string> } = {},
  ): Promise<WirePage> {
    const body = options.fields ? new URLSearchParams(options.fields).toString() : options.body;
    const url = new URL(target, this.#issuer);
    const { port = Number(this.#issuer.port), headers, targetPrefix = '' } = this.#options;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const cookie = this.jar.header(url);
    const response = await send(port, {
      method,
      target: `${targetPrefix}${url.pathname}${url.search}`,
      headers: {
        host: this.#issuer.host,
        accept: 'text/html',
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : form),
        ...headers,
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const lines = response.headers['set-cookie'] ?? [];
    this.received.push(...lines);
    this.jar.receive(url, lines);
    return { ...response, url };
  }

  /** Opens a URL and follows redirects until they leave the issuer. */
  open(url: string | URL): Promise<WirePage> {
    return this.#follow(this.request('GET', url));
  }

  /** Sends the form whose action ends with `actionEnd`, and follows redirects. */
  submit(page: WirePage, fields: Record<string, string>, actionEnd = ''): Promise<WirePage> {
    const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)];
    const given = Object.fromEntries(hidden.map(([, name, value]) => [String(name), String(value)]));
    return this.#follow(this.request('POST', formAction(page, actionEnd), { fields: { ...given, ...fields } }));
  }

  /** Returns the value of a cookie, for any path. */
  cookie(name: string): string | undefined {
    return this.jar.value(name);
  }

  /** Returns the Cookie header for a path. */
  cookieHeader(path: string): string {
    return this.jar.header(new URL(path, this.#issuer));
  }

  async #follow(first: Promise<WirePage>): Promise<WirePage> {
    let page = await first;
    for (let location = page.headers.location; location !== undefined; location = page.headers.location) {
      const url = new URL(location, page.url);
      if (url.origin !== this.#issuer.origin) return { ...page, url };
      page = await this.request('GET', url);
    }
    return page;
  }
}

/** Returns the URL that a form of a page is sent to. */
export function formAction(page: WirePage, actionEnd = ''): URL {
  const actions = [...page.body.matchAll(/<form method="post" action="([^"]+)"/gu)].map(([, action]) => String(action));
  const action = actions.find((candidate) => candidate.endsWith(actionEnd));
  if (!action) throw new Error(`No form on ${page.url.href} (${page.status}): ${page.body.slice(-400)}`);
  return new URL(action.replaceAll('&amp;', '&'), page.url);
}
