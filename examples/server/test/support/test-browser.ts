interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A page as it arrived: where, how and what. */
export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
}

/**
 * A browser without a screen: keeps cookies by path, follows redirects, sends forms. It stops at the
 * first address that is not the server's, as a client's callback is.
 */
export class TestBrowser {
  readonly #cookies = new Map<string, Cookie>();
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  constructor(issuer: string, { acceptLanguage }: { acceptLanguage?: string } = {}) {
    this.#origin = new URL(issuer).origin;
    this.#headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  }

  /** Opens an address and follows redirects. */
  open(address: string | URL): Promise<Page> {
    return this.#follow('GET', new URL(address, this.#origin));
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

  /** One request, no redirects followed. */
  async request(
    method: string,
    url: URL,
    body?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const cookies = [...this.#cookies.values()].filter(({ path }) => url.pathname.startsWith(path));
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        ...this.#headers,
        ...headers,
      },
      ...(body ? { body } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** The cookies it holds now, by name. */
  cookies(): Record<string, string> {
    return Object.fromEntries([...this.#cookies.values()].map(({ name, value }) => [name, value]));
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

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const separator = pair.indexOf('=');
    const name = pair.slice(0, separator);
    const value = pair.slice(separator + 1);
    const attribute = (key: string) => attributes.find((text) => text.startsWith(`${key}=`))?.slice(key.length + 1);
    const path = attribute('path') ?? '/';
    const expired = Date.parse(attribute('expires') ?? '') < Date.now();
    if (expired || value === '') this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value, path });
  }
}
