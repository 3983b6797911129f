import { randomUUID } from 'node:crypto';
import type { EntryPoint } from '@org/identity-server';
import test from 'ava';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { directoryScene } from '../support/scim.js';
import { openedLink } from '../support/setup-link-tests.js';
import { freshTenant, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';

// Generated from the declarations of the composed server, so a new route, page or form is covered automatically.

let server: DomainServer;
let entryPoints: readonly EntryPoint[];

test.before(async () => {
  server = await startDomainServer();
  entryPoints = server.identity.entryPoints;
});
test.after.always(() => server?.stop());

const namesOf = (those: (entryPoint: EntryPoint) => boolean) => entryPoints.filter(those).map(({ name }) => name);
const pathOf = ({ name }: EntryPoint) => name.split(' ')[1]?.replaceAll(/:\w+/gu, () => randomUUID()) ?? '';
const methodOf = ({ name }: EntryPoint) => name.split(' ')[0] ?? '';
const routesWithout = (kind: string) =>
  entryPoints.filter((each) => each.kind === 'route' && !each.callers.some((taken) => taken === kind));

test('what names no kind of callers takes users, and a route machines as well', (t) => {
  const kinds = new Set(entryPoints.map(({ kind, callers }) => `${kind}: ${[...callers].join(', ')}`));
  t.deepEqual([...kinds].sort(), [
    'form: setup_link',
    'form: user',
    'page: setup_link',
    'page: user',
    'page: user, setup_link',
    'route: directory',
    'route: machine',
    'route: user, machine',
    'step: user',
  ]);
});

test('only the routes of SCIM take directories, and they take nobody else', (t) => {
  const taken = entryPoints.filter(({ callers }) => callers.includes('directory'));
  t.true(taken.length > 10);
  for (const { name, callers, origins } of taken) {
    t.regex(name, /^[A-Z]+ \/scim\/v2\//u);
    t.deepEqual([[...callers], [...origins]], [['directory'], []], name);
  }
  t.is(namesOf(({ name }) => name.includes(' /scim/')).length, taken.length);
});

test('only the pages of setup links, and those of tests that they begin, take their visitors', (t) => {
  const [ofTests, own] = [
    /^GET \/sso\/c\/:connectionId\/(?:test\/:secret|callback)$/u,
    /^(?:GET|POST) \/setup(?:\/|$)/u,
  ];
  const taken = namesOf(({ callers }) => callers.includes('setup_link'));
  t.true(taken.length > 10);
  t.deepEqual(
    taken.filter((name) => !ofTests.test(name) && !own.test(name)),
    [],
  );
  t.deepEqual(
    namesOf(({ name, callers }) => own.test(name) && callers.join() !== 'setup_link'),
    [],
  );
});

test('no other route takes the token of a directory: for them it is one that nobody knows', async (t) => {
  const { token } = await directoryScene(server);
  for (const entryPoint of routesWithout('directory')) {
    const [known, unknown] = await Promise.all(
      [token, `scam_${token}`].map((each) => send(server.issuer, methodOf(entryPoint), pathOf(entryPoint), each)),
    );
    t.is(known?.status, 401, entryPoint.name);
    t.deepEqual([known?.status, known?.body['error']], [unknown?.status, unknown?.body['error']], entryPoint.name);
  }
});

test('the routes of SCIM do not take the tokens of users and machines, nor the secret of a setup link', async (t) => {
  const tenant = await freshTenant(server);
  const { link } = await openedLink(server);
  const tokens = {
    user: await tokenOf(server.issuer, tenant.owner.email, tenant.slug),
    machine: await machineTokenOf(server.issuer, 'demo-machine'),
    link: link.split('/').at(-1) ?? '',
  };
  for (const entryPoint of entryPoints.filter(({ callers }) => callers.includes('directory'))) {
    for (const [name, token] of Object.entries(tokens)) {
      const { status, body } = await send(server.issuer, methodOf(entryPoint), pathOf(entryPoint), token);
      t.deepEqual([status, body['status']], [401, '401'], `${entryPoint.name} with the token of a ${name}`);
      t.regex(String(body['detail']), /Send the token of this directory/u, entryPoint.name);
    }
  }
});

test('no route takes the secret of a setup link as a token', async (t) => {
  const { link } = await openedLink(server);
  const secret = link.split('/').at(-1) ?? '';
  for (const entryPoint of entryPoints.filter(({ kind }) => kind === 'route')) {
    const { status } = await send(server.issuer, methodOf(entryPoint), pathOf(entryPoint), secret);
    t.is(status, 401, entryPoint.name);
  }
});
