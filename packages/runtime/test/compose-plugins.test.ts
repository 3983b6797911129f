import { type AccountStore, route, type SignInStep, type TenantResolver, userOnly } from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost, Transaction } from '@org/identity-prisma';
import test from 'ava';
import { z } from 'zod';
import { composePlugins } from '../src/compose-plugins.js';
import { host } from './support/composition-host.js';

const accounts = (): AccountStore<Transaction> => ({
  claimsOfScopes: {},
  find: () => Promise.resolve(undefined),
  normalizeEmail: (email) => email,
  findByEmail: () => Promise.resolve(undefined),
  hashPassword: () => Promise.reject(new Error('not hashed here')),
  update: () => Promise.reject(new Error('not changed here')),
  create: () => Promise.reject(new Error('not created here')),
  reclaim: () => Promise.resolve(),
  proveEmail: () => Promise.resolve(),
  checkPassword: () => Promise.resolve({ result: 'wrong' }),
  passwordSignIn: true,
  accountPage: undefined,
  signInEpoch: () => Promise.resolve(undefined),
  disable: () => Promise.resolve(false),
  enable: () => Promise.resolve(false),
  endSessions: () => Promise.resolve(),
});
const tenants = (): TenantResolver => ({
  find: () => Promise.resolve(undefined),
  decide: () => Promise.resolve({ kind: 'none' }),
});
const invitationLicenses = () => ({ reserve: () => Promise.resolve(), choices: () => Promise.resolve([]) });
const claims = (values: Record<string, unknown> | undefined, names = Object.keys(values ?? {})) => ({
  names,
  of: () => Promise.resolve(values),
});
const people: IdentityPlugin = {
  name: 'people',
  declares: { services: ['accounts'] },
  setup: () => ({ services: { accounts: accounts() } }),
};
const keeping = (name: string): IdentityPlugin => ({
  name,
  declares: { services: ['invitationLicenses'] },
  setup: () => ({ services: { invitationLicenses: invitationLicenses() } }),
});
const claiming = (name: string, values: Record<string, unknown> | undefined, names?: string[]): IdentityPlugin => ({
  name,
  setup: () => ({ tokenClaims: claims(values, names) }),
});
const subject = { kind: 'machine', tenantId: null, tenantSlug: null, clientId: 'robot', clientFields: {} } as const;

test('a name is all that a plugin needs', (t) => {
  const composition = composePlugins([people, { name: 'bare' }], host);
  t.deepEqual([composition.routes, composition.steps, composition.jobs, composition.tokenClaimNames], [[], [], [], []]);
  t.is(composition.tenants, undefined);
});

test('what plugins contribute is put together in their order', (t) => {
  const thing = (path: string) =>
    route({
      method: 'get',
      path,
      summary: path,
      scope: 'account:read',
      guard: userOnly,
      reply: z.object({}),
      handle: () => Promise.resolve({}),
    });
  const step = (name: string): SignInStep => ({
    name,
    order: 500,
    isNeeded: () => Promise.resolve(false),
    show: () => Promise.reject(new Error('not shown here')),
    submit: () => Promise.reject(new Error('not sent here')),
  });
  const job = (name: string) => ({ name, everySeconds: 60, run: () => Promise.resolve() });
  const plugin = (name: string): IdentityPlugin => ({
    name,
    setup: () => ({
      routes: [thing(`/${name}/1`), thing(`/${name}/2`)],
      steps: [step(name)],
      jobs: [job(name)],
    }),
  });
  const composition = composePlugins([people, plugin('one'), plugin('two')], host);
  t.deepEqual(
    composition.routes.map(({ path }) => path),
    ['/one/1', '/one/2', '/two/1', '/two/2'],
  );
  t.deepEqual(
    composition.steps.map(({ name }) => name),
    ['one', 'two'],
  );
  t.deepEqual(
    composition.jobs.map(({ name }) => name),
    ['one', 'two'],
  );
});

test('the services of all plugins are known from the start, and can be used when all are set up', async (t) => {
  let services: IdentityPluginHost['services'] = {};
  const inviting: IdentityPlugin = {
    name: 'inviting',
    setup: (received) => {
      services = received.services;
      t.throws(() => services.invitationLicenses?.choices('x'), { message: /before all plugins are set up/u });
      return {};
    },
  };
  composePlugins([people, inviting, keeping('keeping')], host);
  t.deepEqual(await services.invitationLicenses?.choices('x'), []);
  t.is(services.seats, undefined);
});

test('a plugin is set up once for each server, and its parts share what that call has made', (t) => {
  let calls = 0;
  const counting: IdentityPlugin = {
    name: 'counting',
    setup: () => {
      calls += 1;
      return {};
    },
  };
  composePlugins([people, counting], host);
  composePlugins([people, counting], host);
  t.is(calls, 2);
});

test('the accounts are set up first, and the parts keep the order of the plugins', (t) => {
  const order: string[] = [];
  const noting = (plugin: IdentityPlugin): IdentityPlugin => ({
    ...plugin,
    setup: (received) => {
      order.push(plugin.name);
      return { ...plugin.setup?.(received), jobs: [{ name: plugin.name, everySeconds: 60, run: async () => {} }] };
    },
  });
  const { jobs } = composePlugins([noting({ name: 'first' }), noting(people)], host);
  t.deepEqual(order, ['people', 'first']);
  t.deepEqual(
    jobs.map(({ name }) => name),
    ['first', 'people'],
  );
});

test('every plugin is given the host, with the accounts of whoever owns them', async (t) => {
  const given: IdentityPluginHost[] = [];
  const curious: IdentityPlugin = {
    name: 'curious',
    setup: (received) => {
      given.push(received);
      return {};
    },
  };
  const composition = composePlugins([people, curious], host);
  t.is(given.length, 1);
  const { personalData, namesOf, services, signInMethods, connectionKinds, ...rest } = given[0] as IdentityPluginHost;
  t.deepEqual(rest, { ...host, accounts: composition.accounts });
  t.deepEqual(Object.keys(services), ['accounts']);
  t.deepEqual(personalData(), []);
  t.deepEqual([signInMethods(), connectionKinds()], [[], []]);
  t.is((await namesOf(['x'], {})).size, 0);
});

test('what every plugin and the server itself store about people is known to each plugin, whichever comes first', (t) => {
  const given: IdentityPluginHost[] = [];
  const data = { models: [], collect: () => Promise.resolve({}), erase: () => Promise.resolve() };
  const first: IdentityPlugin = {
    name: 'first',
    setup: (received) => {
      given.push(received);
      return {};
    },
  };
  const notes: IdentityPlugin = { name: 'notes', setup: () => ({ personalData: data }) };
  const composition = composePlugins([people, first, notes], host, { personalData: [{ name: 'mail', ...data }] });
  t.deepEqual(
    given[0]?.personalData().map(({ name }) => name),
    ['mail', 'notes'],
  );
  t.is(composition.personalData.length, 2);
  t.throws(
    () => composePlugins([people, { ...notes, name: 'mail' }], host, { personalData: [{ name: 'mail', ...data }] }),
    {
      message: /"mail"/u,
    },
  );
});

test('the claims of all plugins are in a token', async (t) => {
  const plugins: IdentityPlugin[] = [people, claiming('one', { a: 1 }), claiming('two', { b: 2 })];
  const composition = composePlugins(plugins, host);
  t.deepEqual(composition.tokenClaimNames, ['a', 'b']);
  t.deepEqual(await composition.tokenClaims(subject), { a: 1, b: 2 });
});

test('one plugin that knows the right has ended is enough to have no token', async (t) => {
  const plugins: IdentityPlugin[] = [people, claiming('one', { a: 1 }), claiming('two', undefined, ['b'])];
  t.is(await composePlugins(plugins, host).tokenClaims(subject), undefined);
});

const method = (plugin: string, name: string, fields: string[]): IdentityPlugin => ({
  name: plugin,
  setup: () => ({ signInMethods: [{ name, order: 600, fields, amr: ['sc'] }] }),
});

const refused: [string, IdentityPlugin[], RegExp][] = [
  ['two plugins of one name', [people, { name: 'billing' }, { name: 'billing' }], /Two plugins are called "billing"/u],
  [
    'two owners of one claim',
    [people, claiming('one', { plan: 1, a: 1 }), claiming('two', { plan: 2, b: 2 })],
    /"plan"/u,
  ],
  ['no owner of the accounts', [{ name: 'billing' }], /No plugin owns the accounts.*users\(\)/u],
  ['no plugin at all', [], /No plugin owns the accounts/u],
  [
    'two owners of the accounts',
    [people, { ...people, name: 'directory' }],
    /"people" and "directory" both declare the service "accounts"/u,
  ],
  [
    'two that decide the tenant',
    [
      people,
      { name: 'one', setup: () => ({ tenants: tenants() }) },
      { name: 'two', setup: () => ({ tenants: tenants() }) },
    ],
    /decides the tenant of a token: "one", "two"/u,
  ],
  [
    'two that keep licenses for invitations',
    [people, keeping('one'), keeping('two')],
    /"one" and "two" both declare the service "invitationLicenses"/u,
  ],
  [
    'a declared service that is missing',
    [people, { name: 'one', declares: { services: ['seats'] } }],
    /"one" has to declare and to offer the service "seats"/u,
  ],
  [
    'a group of routes under a path that is not declared',
    [people, { name: 'one', setup: () => ({ routeGroups: [{ prefix: '/plans', routes: [] }] }) }],
    /"one" has to declare the path "\/plans"/u,
  ],
  [
    'two sign-in methods of one name',
    [people, method('one', 'badge', ['a']), method('two', 'badge', ['b'])],
    /Two plugins have the sign-in method "badge"/u,
  ],
  [
    'two sign-in methods with one field',
    [people, method('one', 'badge', ['code']), method('two', 'token', ['code'])],
    /The sign-in method "badge" has the field "code" of the sign-in method "token"/u,
  ],
  [
    'a sign-in method with a field of the page',
    [people, method('one', 'badge', ['keep'])],
    /The sign-in page has the field "keep" of the sign-in method "badge"/u,
  ],
];
for (const [title, plugins, message] of refused) {
  test(`plugins are refused with a message that names the conflict: ${title}`, (t) => {
    t.throws(() => composePlugins(plugins, host), { message });
  });
}
