import { type Message, send } from '@org/identity-testing/send';
import test from 'ava';
import { form, names, port, registered, requests, sent } from '../support/cors-tests.js';

const unregistered: [title: string, origin: string][] = [
  ['another site', 'https://evil.example'],
  ['another port', 'http://127.0.0.1:8766'],
  ['another scheme', 'https://127.0.0.1:8765'],
  ['a longer host', 'http://127.0.0.1.evil.example:8765'],
  ['a path behind the registered origin', 'http://127.0.0.1:8765/'],
  ['the registered origin in upper case', 'HTTP://LOCALHOST:8080'],
  ['null, as a sandboxed frame sends', 'null'],
  ['a star', '*'],
  ['a wildcard of SQL', '%'],
  ['a list that holds the registered origin', `${registered}, https://evil.example`],
  ['a file', 'file://'],
  ['a browser extension', 'chrome-extension://abcdefghijklmnop'],
];

/** Requests that fail before the library knows the client. */
const failingEarly: Record<string, Message> = {
  'a token request of an unknown client': {
    method: 'POST',
    target: '/api/oauth/token',
    headers: form,
    body: 'grant_type=authorization_code&client_id=nobody&code=x&redirect_uri=x',
  },
  'a token request without a client': { method: 'POST', target: '/api/oauth/token', headers: form, body: 'x=y' },
  'a revocation of an unknown client': {
    method: 'POST',
    target: '/api/oauth/revoke',
    headers: form,
    body: 'client_id=nobody&token=x',
  },
  'a userinfo request without a token': { target: '/api/oauth/userinfo' },
  'a userinfo request with a token that is not valid': {
    target: '/api/oauth/userinfo',
    headers: { authorization: 'Bearer a.b.c' },
  },
};

for (const [title, message] of Object.entries(requests)) {
  test(`${title} from a registered origin may be read there`, async (t) => {
    const answer = await sent(message(), { origin: registered });
    t.true(answer.status < 500);
    t.is(answer.headers['access-control-allow-origin'], registered);
    t.true(names(answer.headers.vary).includes('origin'));
    t.is(answer.headers['access-control-allow-credentials'], undefined);
  });

  test(`${title} from an unregistered origin may not be read there`, async (t) => {
    const readable: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(message(), { origin });
      if (headers['access-control-allow-origin'] !== undefined) readable.push(kind);
      if (headers['access-control-allow-credentials'] !== undefined) readable.push(`${kind}, with credentials`);
      if (!names(headers.vary).includes('origin')) readable.push(`${kind}, without Vary`);
    }
    t.deepEqual(readable, []);
  });

  test(`the preflight of ${title} is answered for a registered origin`, async (t) => {
    const { method = 'GET', target } = message();
    const answer = await sent(
      { method: 'OPTIONS', target },
      {
        origin: registered,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    );
    t.is(answer.status, 204);
    t.is(answer.body, '');
    t.is(answer.headers['access-control-allow-origin'], registered);
    t.true(names(answer.headers['access-control-allow-methods']).includes(method.toLowerCase()));
    t.true(names(answer.headers['access-control-allow-headers']).includes('authorization'));
    t.true(names(answer.headers['access-control-allow-headers']).includes('content-type'));
    t.true(names(answer.headers.vary).includes('origin'));
    t.is(answer.headers['access-control-allow-credentials'], undefined);
  });

  test(`the preflight of ${title} allows nothing to an unregistered origin`, async (t) => {
    const { method = 'GET', target } = message();
    const allowed: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(
        { method: 'OPTIONS', target },
        { origin, 'access-control-request-method': method },
      );
      for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) allowed.push(`${kind}: ${name}`);
      if (!names(headers.vary).includes('origin')) allowed.push(`${kind}: no Vary`);
    }
    t.deepEqual(allowed, []);
  });

  test(`${title} without an Origin has no CORS header that names one`, async (t) => {
    const { headers } = await send(port, message());
    t.true(['*', undefined].includes(headers['access-control-allow-origin']));
    t.is(headers['access-control-allow-credentials'], undefined);
  });
}

for (const [title, message] of Object.entries(failingEarly)) {
  test(`${title} may not be read from an unregistered origin either`, async (t) => {
    const readable: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(message, { origin });
      if (headers['access-control-allow-origin'] !== undefined) readable.push(kind);
    }
    t.deepEqual(readable, []);
  });

  test(`${title} may be read from a registered origin, so that its developer sees the error`, async (t) => {
    const answer = await sent(message, { origin: registered });
    t.true(answer.status >= 400 && answer.status < 500);
    t.is(answer.headers['access-control-allow-origin'], registered);
  });
}
