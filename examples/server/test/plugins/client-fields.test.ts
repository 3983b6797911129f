import { randomUUID } from 'node:crypto';
import { text } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { decodeJwt } from 'jose';
import { ClientSecretBasic, fetchUserInfo } from 'openid-client';
import { z } from 'zod';
import { addSuperAdmin, type SuperAdmin } from '../support/platform-api.js';
import { callback, configure, signIn } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

declare module '@org/identity-core' {
  interface PluginClientFields {
    planClaims: boolean;
    planNames: string[];
  }
}

/** A plugin of a host: a field of clients switches its claim on, another one limits it. */
const plans: IdentityPlugin = {
  name: 'plans',
  declares: {
    clientFields: {
      planClaims: {
        kind: 'flag',
        browser: z.boolean().default(false),
        machine: z.boolean().default(false),
        refuse: (value, { scopes }) => (value === true && scopes.length === 0 ? 'needs a scope' : undefined),
        after: 'firstParty',
        option: { help: 'Tokens name the plan of the user' },
        words: {
          en: { label: 'Plan claims', hint: 'Tokens name the plan.', problem: 'Choose yes or no.' },
          de: { label: 'Tarif in Tokens', problem: 'Wählen Sie Ja oder Nein.', changed: 'Tarif in Tokens' },
        },
      },
      planNames: {
        kind: 'list',
        browser: z.array(text(20)).default(['basic']),
        option: { value: 'name', help: 'A plan that tokens may name' },
        words: { en: { label: 'Plans', problem: 'Enter at most 20 characters for each.' } },
      },
    },
  },
  setup: () => ({
    tokenClaims: {
      names: ['plan'],
      of: async ({ clientFields: { planClaims, planNames } }) => (planClaims ? { plan: planNames?.[0] ?? 'none' } : {}),
    },
  }),
};

let server: TestServer;
let admin: SuperAdmin;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), plans] });
  admin = await addSuperAdmin(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/clients';
const call = (method: string, path: string, body?: unknown) => send(server.issuer, method, path, admin.token, body);

async function addClient(fields: object) {
  const id = `app-${randomUUID()}`;
  const shared = { id, name: 'App', type: 'CONFIDENTIAL', redirectUris: [callback], firstParty: true };
  const { status, body } = await call('POST', base, { ...shared, ...fields });
  return { id, status, body };
}

test('the platform API checks, shows and changes the fields of a plugin', async (t) => {
  const { id, status, body } = await addClient({ planClaims: true });
  t.is(status, 201, JSON.stringify(body));
  t.like(body, { planClaims: true, planNames: ['basic'], licenseClaims: false });
  const changed = await call('PATCH', `${base}/${id}`, { planNames: ['gold', 'basic'] });
  t.like(changed.body, { changed: ['planNames'], planNames: ['gold', 'basic'] });
  t.like((await call('GET', `${base}/${id}`)).body, { planClaims: true, planNames: ['gold', 'basic'] });
  t.like((await call('PATCH', `${base}/${id}`, { name: 'Renamed' })).body, { planNames: ['gold', 'basic'] });
  for (const wrong of [{ planClaims: 'yes' }, { planNames: ['x'.repeat(21)] }, { otherClaims: true }])
    t.is((await call('PATCH', `${base}/${id}`, wrong)).status, 422, JSON.stringify(wrong));
  t.is((await addClient({ planClaims: true, scopes: [] })).status, 422);
});

test('its claims are in access tokens and user info of clients that have the field, and of no others', async (t) => {
  const planOf = async (fields: object) => {
    const { id, body } = await addClient(fields);
    const config = await configure(server.issuer, id, ClientSecretBasic(String(body['secret'])));
    const { tokens } = await signIn(server.issuer, { config });
    const { sub, plan } = decodeJwt(tokens.access_token);
    const info = await fetchUserInfo(config, tokens.access_token, String(sub));
    return [plan, info['plan']];
  };
  t.deepEqual(await planOf({ planClaims: true, planNames: ['gold'] }), ['gold', 'gold']);
  t.deepEqual(await planOf({ planNames: ['gold'] }), [undefined, undefined]);
});

test('the API description has them', (t) => {
  const text = JSON.stringify(server.identity.openApi);
  t.true(text.includes('Tokens name the plan of the user.'));
});
