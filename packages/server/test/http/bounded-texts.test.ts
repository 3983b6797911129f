import { cutText, EnteredEmail, LanguageTag, PlainName, type Route, text } from '@org/identity-core';
import { licensing } from '@org/identity-licensing';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { tenants } from '@org/identity-tenants';
import { users } from '@org/identity-users';
import { webhooks } from '@org/identity-webhooks';
import test from 'ava';
import { z } from 'zod';
import { clientInput } from '../../src/clients/client-input.js';
import { ownPlugin } from '../../src/own-plugin.js';
import { seedSchema } from '../../src/seed/seed-data.js';
import { seedSections } from '../../src/seed/seed-sections.js';
import { unboundedTexts } from '../support/unbounded-texts.js';

/** Routes only keep the host for later, so none of it is used to list them. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });
// A plugin that copies the host gets its own properties only.
const host = new Proxy(
  { createPost: anything, services: anything },
  { get: () => anything },
) as unknown as IdentityPluginHost;
// Hosts add it themselves, so this package does not depend on it.
const added = new URL('../../../../connections/dist/src/index.js', import.meta.url);
const { connections } = (await import(added.href)) as { connections(): IdentityPlugin };
const own = ownPlugin({
  secret: ['x'.repeat(32)],
  missingOption: () => undefined,
  platformConsole: true,
  superAdminFactor: { required: true },
  hasAreas: () => true,
});
const plugins = [users(), tenants(), licensing(), webhooks(), connections(), own];
const routes = plugins.flatMap((plugin): readonly Route[] => plugin.setup?.(host).routes ?? []);

// Any JSON object, whose size is limited as a whole.
const freeKeys = 'patch /api/tenants/:id body.settings (a key)';

test('every text that a route takes is measured before any other check runs', (t) => {
  t.true(routes.length > 60, `${routes.length} routes`);
  const found = routes.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([location, schema]) =>
      schema ? unboundedTexts(schema).map((problem) => `${method} ${path} ${location}${problem}`) : [],
    ),
  );
  t.deepEqual(found, [freeKeys]);
});

test('so is every text of a seed', (t) => {
  t.deepEqual(unboundedTexts(seedSchema(seedSections(plugins))), []);
  t.deepEqual(unboundedTexts(clientInput()), []);
});

const pattern = /^x/u;
const unbounded: Record<string, z.ZodType> = {
  'has no limit': z.object({ a: z.string() }),
  'has a limit that does not end the checks': z.object({ a: z.string().max(5) }),
  'has a pattern before its limit': z.object({ a: z.string().regex(pattern).max(5, { abort: true }) }),
  'has a check before its limit': z.object({ a: z.string().refine(Boolean).max(5, { abort: true }) }),
  'is a format before its limit': z.object({ a: z.email().max(5, { abort: true }) }),
  'is normalised before its limit': z.object({ a: z.string().normalize('NFKC').max(5, { abort: true }) }),
};
for (const [what, schema] of Object.entries(unbounded)) {
  test(`a text that ${what} is found, at any depth`, (t) => {
    t.is(unboundedTexts(schema).length, 1);
    t.is(unboundedTexts(z.array(z.union([z.object({ b: schema.optional() }), z.int()]))).length, 1);
    t.is(unboundedTexts(schema.transform(String)).length, 1);
    t.is(unboundedTexts(z.record(z.string(), z.int())).length, 1, 'also the keys of a record');
  });
}

test('a text that is measured first is not found', (t) => {
  for (const schema of [
    text(5).regex(pattern),
    cutText(5),
    EnteredEmail,
    PlainName,
    LanguageTag,
    z.uuid(),
    z.iso.date(),
  ])
    t.deepEqual(unboundedTexts(schema), []);
});
