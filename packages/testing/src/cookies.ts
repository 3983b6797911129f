import { Cookie, CookieJar } from 'tough-cookie';

export interface StoredCookie {
  name: string;
  value: string;
  path: string;
}

/** The cookies of a browser. They are stored and sent according to RFC 6265, and tests can copy and change them. */
export class Cookies {
  // Test servers have host names that a browser would treat as public suffixes, such as `acme.test`.
  readonly #jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  readonly #home: URL;

  constructor(home: URL) {
    this.#home = home;
  }

  /** Stores the Set-Cookie headers of a response. */
  receive(url: URL, lines: readonly string[]): void {
    for (const line of lines) this.#jar.setCookieSync(line, url.href);
  }

  /** Returns the Cookie header of a request. */
  header(url: URL): string {
    return this.#jar.getCookieStringSync(url.href);
  }

  /** Returns all cookies, for any path. */
  all(): StoredCookie[] {
    const { cookies = [] } = this.#jar.serializeSync() ?? {};
    return (
      cookies
        .map((cookie) => Cookie.fromJSON(cookie))
        // The jar removes expired cookies only when it is asked for the cookies of a URL.
        .filter((cookie) => cookie !== undefined && (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) > Date.now())
        .map((cookie) => ({ name: String(cookie?.key), value: String(cookie?.value), path: String(cookie?.path) }))
    );
  }

  /** Returns the value of a cookie, for any path. */
  value(name: string): string | undefined {
    return this.all().find((cookie) => cookie.name === name)?.value;
  }

  /** Adds cookies as if the server had set them. */
  add(cookies: Iterable<StoredCookie>): void {
    for (const { name, value, path } of cookies)
      this.#jar.setCookieSync(new Cookie({ key: name, value, path }), this.#home.href);
  }

  /** Changes the value of a cookie. Deletes the cookie if the new value is undefined. */
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
