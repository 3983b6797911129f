import { route, tokenOptional } from '@org/identity-core';
import { type Message, type RawResponse, send } from '@org/identity-testing/send';
import test from 'ava';
import { z } from 'zod';
import { signIn } from './sign-in.js';
import { allPlugins, startTestServer, type TestServer } from './test-server.js';

/** Registered for demo-spa: the origin of its redirect URI. */
export const registered = 'http://127.0.0.1:8765';

/** A plugin of a host, whose responses have a header of their own. */
const greeter = {
  name: 'greeter',
  setup: () => ({
    routes: [
      route({
        method: 'get',
        path: '/api/greetings',
        summary: 'Greet the caller',
        scope: 'account:read',
        guard: tokenOptional,
        reply: z.object({}),
        headers: { 'X-Greeting': 'hello' },
        handle: () => Promise.resolve({}),
      }),
    ],
  }),
};

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let port: number;
export let accessToken: string;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), greeter] });
  port = Number(new URL(server.issuer).port);
  ({ access_token: accessToken } = (await signIn(server.issuer, { clientId: 'demo-spa' })).tokens);
});
test.after.always(() => server?.stop());

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Requests that an app in the browser sends, valid and invalid. */
export const requests: Record<string, () => Message> = {
  'a token request with a code that is not valid': () => ({
    method: 'POST',
    target: '/api/oauth/token',
    headers: form,
    body: 'grant_type=authorization_code&client_id=demo-spa&code=nothing&redirect_uri=x&code_verifier=y',
  }),
  'a userinfo request': () => ({
    target: '/api/oauth/userinfo',
    headers: { authorization: `Bearer ${accessToken}` },
  }),
  'a revocation': () => ({
    method: 'POST',
    target: '/api/oauth/revoke',
    headers: form,
    body: 'client_id=demo-spa&token=nothing',
  }),
  'a request for the profile': () => ({
    target: '/api/users/me',
    headers: { authorization: `Bearer ${accessToken}` },
  }),
  'a request for the profile without a token': () => ({ target: '/api/users/me' }),
  'a request for the tenants': () => ({
    target: '/api/tenants',
    headers: { authorization: `Bearer ${accessToken}` },
  }),
  'a request for a tenant that does not exist': () => ({
    target: '/api/tenants/nothing',
    headers: { authorization: `Bearer ${accessToken}` },
  }),
};

/** Sends a request with further headers. */
export const sent = (message: Message, headers: Record<string, string>): Promise<RawResponse> =>
  send(port, { ...message, headers: { ...message.headers, ...headers } });

/** The names in a header with a list. */
export const names = (value: string | undefined): string[] =>
  (value ?? '').split(',').map((name) => name.trim().toLowerCase());
