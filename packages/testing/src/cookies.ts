import { Cookie, CookieJar } from 'tough-cookie';

export interface StoredCookie {
  name: string;
  value: string;
  path: string;
}

/** The cookies of a browser. They are kept and sent as RFC 6265 says, and tests can copy and change them. */
export class Cookies {
  // Test servers have names that a browser takes for those of a registry, such as `acme.test`.
  readonly #jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  readonly #home: URL;

  constructor(home: URL) {
    this.#home = home;
  }

  /** Takes the Set-Cookie lines of a response. */
  receive(url: URL, lines: readonly string[]): void {
    for (const line of lines) this.#jar.setCookieSync(line, url.href);
  }

  /** The Cookie header of a request. */
  header(url: URL): string {
    return this.#jar.getCookieStringSync(url.href);
  }

  /** All cookies, whichever path they belong to. */
  all(): StoredCookie[] {
    const { cookies = [] } = this.#jar.serializeSync() ?? {};
    return (
      cookies
        .map((cookie) => Cookie.fromJSON(cookie))
        // The jar keeps expired cookies until somebody asks for those of a URL.
        .filter((cookie) => cookie !== undefined && (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) > Date.now())
        .map((cookie) => ({ name: String(cookie?.key), value: String(cookie?.value), path: String(cookie?.path) }))
    );
  }

  /** The value of a cookie, whichever path it belongs to. */
  value(name: string): string | undefined {
    return this.all().find((cookie) => cookie.name === name)?.value;
  }

  /** Puts cookies in as if the server had set them. */
  add(cookies: Iterable<StoredCookie>): void {
    for (const { name, value, path } of cookies)
      this.#jar.setCookieSync(new Cookie({ key: name, value, path }), this.#home.href);
  }

  /** Changes the value of a cookie, or deletes the cookie where the new value is undefined. */
  change(name: string, edit: (value: string) => string | undefined): void {
    const all = this.all();
    if (!all.some((cookie) => cookie.name === name)) throw new Error(`There is no cookie ${name}.`);
    this.#jar.removeAllCookiesSync();
    for (const cookie of all) {
      const value = cookie.name === name ? edit(cookie.value) : cookie.value;
      if (value !== undefined) this.add([{ ...cookie, value }]);
    }
  }
}
