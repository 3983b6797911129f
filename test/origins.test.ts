import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { codeOf, root, sourcesBelow } from './support-imports.js';

const home = 'packages/core/src/callers/';

/** Files outside of it that look at the `via` of a session. What it may do is decided before, each with its reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'packages/connections/src/started/start-pages.tsx': 'whether the user is signed in there already',
  'packages/prisma/src/oidc/ended-connection.ts': 'whether a connection has opened the session, which may have ended',
  'packages/runtime/src/interactions/step-session.ts': 'the second factor keeps the origin of its session',
  'packages/runtime/src/provider/authorization-request.ts': 'a grant gets the origin of its session',
  'packages/tenants/src/sign-in/decide-tenant.ts': 'the tenant of a request is that of the provider',
  'packages/tenants/src/tenant/list-tenants.ts': 'the condition of a statement',
  'packages/users/src/sign-in/check-answer.ts': 'whether a sign-in method belongs to a tenant',
  'packages/users/src/sign-in/sign-in-step.tsx': 'a provider does not make a browser known',
};

/** Reads the kind of an origin, or compares whose provider has opened a session. */
const decision =
  /\borigin\??\.kind\b|\bvia\b(?:'\])?\s*[!=]==|[!=]==\s*(?:\w+\??\.)*via\b|\bproviderOf\([^)]*\)\s*[!=]==/u;

const files = readdirSync(join(root, 'packages'))
  .flatMap((name) => sourcesBelow(`packages/${name}/src`))
  .map((file) => file.replaceAll('\\', '/'));

test('the reader of decisions finds them', (t) => {
  for (const code of [
    "origin.kind === 'own'",
    "session?.origin.kind === 'provider'",
    'via !== undefined && via !== tenantId',
    "login?.['via'] === undefined",
    'tenantId === session.via',
  ])
    t.regex(code, decision);
  t.notRegex('requireOwnOrigin(principal.origin, { orOf: tenantId })', decision);
});

test('what the origin of a session allows is decided in one place', (t) => {
  t.true(files.some((file) => file.startsWith(home) && decision.test(codeOf(file))));
  const deciding = files.filter((file) => !file.startsWith(home) && decision.test(codeOf(file)));
  t.deepEqual(deciding.sort(), Object.keys(elsewhere).sort());
});
