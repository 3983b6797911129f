export interface Page {
  url: string;
  status: number;
  html: string;
}

/** A browser without a screen that visits both servers. It keeps cookies by origin and path and follows redirects. */
export class Visitor {
  readonly #cookies = new Map<string, { origin: string; path: string; pair: string }>();

  open(url: string): Promise<Page> {
    return this.#follow(new URL(url));
  }

  /** Sends the first form of a page. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form method="post" action="([^"]+)"/u.exec(page.html)?.[1];
    if (!action) throw new Error(`There is no form on ${page.url}: ${page.html.slice(0, 300)}`);
    return this.#follow(new URL(action, page.url), new URLSearchParams(fields));
  }

  async #follow(start: URL, body?: URLSearchParams): Promise<Page> {
    let url = start;
    let response = await this.#request(url, body);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url);
      response = await this.#request(url);
    }
    return { url: url.href, status: response.status, html: await response.text() };
  }

  async #request(url: URL, body?: URLSearchParams): Promise<Response> {
    const mine = [...this.#cookies.values()].filter(
      ({ origin, path }) => origin === url.origin && url.pathname.startsWith(path),
    );
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: mine.map(({ pair }) => pair).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const path = /path=([^;]+)/iu.exec(line)?.[1] ?? '/';
      this.#cookies.set(`${url.origin} ${path} ${pair.split('=')[0]}`, { origin: url.origin, path, pair });
    }
    return response;
  }
}
