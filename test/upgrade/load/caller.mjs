import { Cookies } from '../../../packages/testing/dist/src/cookies.js';

let callers = 0;

/** A request whose response was not the expected one. */
class UnexpectedResponse extends Error {}

/**
 * Sends the requests of one user or machine. Each request goes to the next process, so that every flow alternates between the
 * processes. A response with another status than the expected one is an error.
 */
export function createCaller(issuer) {
  const cookies = new Cookies(new URL(issuer));
  // Half of the flows begin at the first process, half at the second.
  callers += 1;
  let step = callers;

  async function send(method, target, { expect = 200, form, json, headers = {} } = {}) {
    const url = new URL(target, issuer);
    step += 1;
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: cookies.header(url), 'x-step': String(step), ...(json ? jsonType : {}), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : json ? { body: JSON.stringify(json) } : {}),
    });
    cookies.receive(url, response.headers.getSetCookie());
    const text = await response.text();
    if (![expect].flat().includes(response.status)) {
      const by = response.headers.get('x-served-by') ?? 'no process';
      throw new UnexpectedResponse(`${method} ${url.pathname} at ${by}: ${response.status} ${text.slice(0, 300)}`);
    }
    return { url, status: response.status, text, location: response.headers.get('location') };
  }

  return {
    send,
    /** Sends a request with a JSON response. */
    async call(method, target, options) {
      return JSON.parse((await send(method, target, options)).text);
    },
    /** Opens a page and follows redirects. Returns the first page, or the first URL outside of the server. */
    async open(method, target, options = {}) {
      let page = await send(method, target, { ...options, expect: pageStatuses });
      while (page.location) {
        const url = new URL(page.location, page.url);
        if (url.origin !== new URL(issuer).origin) return { url, text: '' };
        page = await send('GET', url, { expect: pageStatuses });
      }
      return page;
    },
  };
}

const pageStatuses = [200, 302, 303];
const jsonType = { 'content-type': 'application/json' };

export const basic = ({ id, secret }) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
export const bearer = (token) => ({ authorization: `Bearer ${token}` });

/** Fails with a sentence that says what was wrong. */
export function require(condition, sentence) {
  if (!condition) throw new UnexpectedResponse(sentence);
}
