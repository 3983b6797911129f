import { Cookies } from './cookies.js';

/** A page with its URL, status and content. */
export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
}

/**
 * A browser without a screen: it keeps cookies, follows redirects and sends forms. It stops at the first URL outside the
 * server, such as the callback of a client.
 */
export class TestBrowser {
  readonly #cookies: Cookies;
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  constructor(issuer: string, { acceptLanguage }: { acceptLanguage?: string } = {}) {
    this.#origin = new URL(issuer).origin;
    this.#cookies = new Cookies(new URL(issuer));
    this.#headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  }

  /** Opens a URL and follows redirects. */
  open(url: string | URL): Promise<Page> {
    return this.#follow('GET', new URL(url, this.#origin));
  }

  /** Sends the form of a page whose action ends with `actionEnd`, with these fields. */
  submit(page: Page, fields: Record<string, string>, actionEnd = ''): Promise<Page> {
    const actions = [...page.html.matchAll(/<form method="post" action="([^"]+)"/gu)].map(([, action]) =>
      String(action),
    );
    const action = actions.find((candidate) => candidate.endsWith(actionEnd));
    if (!action) throw new Error(`No form on ${page.url.href} (${page.status}): ${page.html.slice(0, 400)}`);
    const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(
      ([, name, value]) => [name, value],
    );
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    return this.#follow('POST', new URL(action.replaceAll('&amp;', '&'), page.url), body);
  }

  /** Sends one request without following redirects. */
  async request(
    method: string,
    url: URL,
    body?: URLSearchParams | FormData | string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.#cookies.header(url),
        accept: 'text/html',
        ...this.#headers,
        ...headers,
      },
      ...(body ? { body } : {}),
    });
    this.#cookies.receive(url, response.headers.getSetCookie());
    return response;
  }

  /** Returns the current cookies by name. */
  cookies(): Record<string, string> {
    return Object.fromEntries(this.#cookies.all().map(({ name, value }) => [name, value]));
  }

  async #follow(method: string, start: URL, body?: URLSearchParams): Promise<Page> {
    let url = start;
    let response = await this.request(method, url, body);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url);
      if (url.origin !== this.#origin) break;
      response = await this.request('GET', url);
    }
    return { url, status: response.status, headers: response.headers, html: await response.text() };
  }
}
