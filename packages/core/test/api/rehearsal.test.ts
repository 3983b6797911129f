import test from 'ava';
import { z } from 'zod';
import { rehearsalOf, rehearsalReply, secretField } from '../../src/api/rehearsal.js';
import { route } from '../../src/api/route.js';
import { tokenOptional } from '../../src/callers/guards.js';

const Secret = secretField(z.string());
const Reply = z.object({
  id: z.string(),
  secret: Secret,
  maybe: Secret.optional(),
  none: Secret.nullable(),
  all: z.array(z.object({ name: z.string(), token: Secret })),
});
const create = route({
  method: 'post',
  path: '/api/platform/things',
  summary: 'Create a thing',
  scope: 'tenants:write',
  guard: tokenOptional,
  reply: Reply,
  status: 201,
  handle: () => Promise.reject(new Error('not called here')),
});

test('a rehearsed body has null in the place of every secret, at any depth', (t) => {
  const result = { id: '1', secret: 's', maybe: 's', none: null, all: [{ name: 'one', token: 's' }] };
  const { rehearsed } = rehearsalReply(create, { result, events: [], mails: [] });
  const all = [{ name: 'one', token: null }];
  t.deepEqual(rehearsed, { status: 201, body: { id: '1', secret: null, maybe: null, none: null, all } });
});

test('without a way to rehearse, a request for a rehearsal is refused, never carried out', (t) => {
  t.throws(() => rehearsalOf(create, { rehearse: 'true' }, undefined), { code: 'VALIDATION_FAILED' });
  t.is(rehearsalOf(create, {}, undefined), undefined);
});

test('a rehearsal masks the emails of its mails unless the caller may read them', (t) => {
  const mails = [
    { kind: 'invitation', to: 'ada@acme.test' },
    { kind: 'invitation', to: '👩‍🚀x@acme.test' },
  ];
  const outcome = { result: {}, events: [], mails };
  t.deepEqual(
    rehearsalReply(create, outcome).mails.map(({ to }) => to),
    ['a•••@acme.test', '👩‍🚀•••@acme.test'],
  );
  t.deepEqual(rehearsalReply(create, outcome, { readsEmails: true }).mails, mails);
});
