import { eventTypes } from '@org/identity-core';
import test from 'ava';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer } from '../support/test-server.js';
import { codeOf, hook, server, webhookScene } from '../support/webhook-tests.js';

const invalid = [422, 'VALIDATION_FAILED'];

test('URLs: absolute http or https, without credentials and fragment, at most 2,000 characters', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const long = (length: number) => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`;
  for (const url of [
    'https://example.com',
    'https://example.com:8443/a/b?c=d&e',
    'http://localhost:3000/hook',
    'HTTPS://EXAMPLE.com/',
    'https://[::1]:8443/',
    'https://169.254.169.254/',
    long(2000),
  ]) {
    const { status, body } = await api('PATCH', `/${id}`, { url });
    t.deepEqual([status, body['url']], [200, url]);
  }
  for (const url of [
    '',
    ' ',
    'example.com',
    '//example.com/',
    '/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https:example.com',
    'https://',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    'https://example.com/a b',
    ' https://example.com/',
    'https://example.com/\n',
    'https://exa\tmple.com/',
    'https://example.com/\u0000',
    'https://bücher.example/',
    'https://example.com:99999/',
    'https://[::1/',
    long(2001),
    null,
    5,
    true,
    {},
    ['https://example.com'],
  ]) {
    t.deepEqual(codeOf(await api('POST', '', { ...hook, url })), invalid, JSON.stringify(url));
    t.deepEqual(codeOf(await api('PATCH', `/${id}`, { url })), invalid, JSON.stringify(url));
  }
});

test('without inner addresses a webhook needs https', async (t) => {
  const strict = await startTestServer({ plugins: allPlugins(), allowPrivateNetworks: false });
  t.teardown(() => strict.stop());
  const tenant = await freshTenant(strict);
  const token = await tokenOf(strict.issuer, tenant.owner.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/webhooks`;
  const create = (url: string) => send(strict.issuer, 'POST', path, token, { ...hook, url });
  for (const url of ['http://example.com/', 'http://localhost/', 'HTTP://127.0.0.1/']) {
    const refused = await create(url);
    t.deepEqual(codeOf(refused), invalid);
    t.deepEqual(refused.body['details'], [{ path: 'url', message: 'must use https' }]);
  }
  const { status, body } = await create('https://127.0.0.1/');
  t.is(status, 201);
  const change = (url: string) => send(strict.issuer, 'PATCH', `${path}/${body['id']}`, token, { url });
  t.deepEqual(codeOf(await change('http://example.com/')), invalid);
  t.is((await change('https://example.com/')).status, 200);
});

test('patterns: types of events, all of a kind, or all', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const kinds = [...new Set(eventTypes().map((type) => `${type.split('.')[0]}.*`))];
  for (const events of [['*'], ['seat.*', 'member.removed', '*'], kinds, [...eventTypes()]]) {
    const { status, body } = await api('PATCH', `/${id}`, { events });
    t.deepEqual([status, body['events']], [200, events]);
  }
  for (const events of [
    [],
    ['seat'],
    ['seat.'],
    ['seat.none'],
    ['*.granted'],
    ['s*'],
    ['SEAT.granted'],
    ['seat.granted '],
    ['seat.granted', 'seat.granted'],
    ['constructor.*'],
    [''],
    [null],
    [5],
    [['*']],
    '*',
    null,
    {},
    Array.from({ length: 201 }, (_, index) => eventTypes()[index % eventTypes().length]),
  ]) {
    t.deepEqual(codeOf(await api('POST', '', { ...hook, events })), invalid, JSON.stringify(events));
    t.deepEqual(codeOf(await api('PATCH', `/${id}`, { events })), invalid, JSON.stringify(events));
  }
});

test('descriptions: plain text of at most 200 characters, or null', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  for (const description of ['ü'.repeat(200), 'One & <b>two</b>', null]) {
    const { status, body } = await api('PATCH', `/${id}`, { description });
    t.deepEqual([status, body['description']], [200, description]);
  }
  for (const description of ['', '  ', 'a'.repeat(201), 'two\nlines', '\u202etxt', 'see https://evil.test', 5, [], {}])
    for (const [method, below, rest] of [
      ['POST', '', hook],
      ['PATCH', `/${id}`, {}],
    ] as const)
      t.deepEqual(codeOf(await api(method, below, { ...rest, description })), invalid, JSON.stringify(description));
});

test('other bodies are refused', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  for (const body of [
    {},
    { url: hook.url },
    { events: hook.events },
    { ...hook, status: 'PAUSED' },
    { ...hook, secret: 'whsec_mine' },
    { ...hook, tenantId: null },
    { ...hook, id },
    [],
    null,
  ])
    t.deepEqual(codeOf(await api('POST', '', body)), invalid, JSON.stringify(body));
  for (const body of [
    {},
    { status: 'active' },
    { status: null },
    { secret: 'whsec_mine' },
    { failingSince: null },
    { description: 'Good', tenantId: null },
  ])
    t.deepEqual(codeOf(await api('PATCH', `/${id}`, body)), invalid, JSON.stringify(body));
  for (const graceSeconds of [-1, 604_801, 0.5, '60', null, [], true])
    t.deepEqual(codeOf(await api('POST', `/${id}/rotate-secret`, { graceSeconds })), invalid, String(graceSeconds));
  t.deepEqual(codeOf(await api('POST', `/${id}/rotate-secret`, { secret: 'whsec_mine' })), invalid);
  t.is(((await api('GET')).body['webhooks'] as unknown[]).length, 1);
});

test('a tenant has 20 webhooks at most, also when they are created at once', async (t) => {
  const { tenant, api } = await webhookScene();
  const answers = await Promise.all(Array.from({ length: 25 }, () => api('POST', '', hook)));
  t.is(answers.filter(({ status }) => status === 201).length, 20);
  for (const answer of answers.filter(({ status }) => status !== 201)) t.deepEqual(codeOf(answer), invalid);
  const where = { tenantId: tenant.id };
  t.is(await server.identity.db.webhook.count({ where }), 20);
  const [first] = (await api('GET')).body['webhooks'] as { id: string }[];
  await api('DELETE', `/${first?.id}`);
  t.is((await api('POST', '', hook)).status, 201);
});
