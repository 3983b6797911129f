import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { codeOf, root, sourcesBelow } from './support-imports.js';

/*
 * A large tenant is deleted in batches. Until the last one its row is marked with `closing_at`, and for everybody it does not
 * exist. So whatever reads tenants leaves such a row out.
 */

/** Files that may read such a row, and why. The number is how many of their reads do not mention the mark. */
const exempt: Readonly<Record<string, readonly [number, string]>> = {
  'packages/prisma/src/data-checks/data-checks.ts': [1, 'grants are revoked in the batches'],
  'packages/prisma/src/oidc/client-store.ts': [1, 'the mark deletes the clients of the tenant'],
  'packages/runtime/src/clients/get-client.ts': [1, 'the mark deletes the clients of the tenant'],
  'packages/tenants/src/policy/break-glass.ts': [2, 'the tenant is locked'],
  'packages/tenants/src/policy/change-policy.ts': [1, 'the right was checked'],
  'packages/tenants/src/tenant/list-all-tenants.ts': [1, 'two reads share a condition'],
  'packages/tenants/src/tenant/update-tenant.ts': [1, 'the tenant is locked'],
  'packages/webhooks/src/health/list-tenant-webhooks.ts': [1, 'the mark deletes the webhooks of the tenant'],
};

const reads = /\b(?:FROM|JOIN)\s+identity\.tenants\b|\.tenant\.(?:find\w+|count|upsert)\(/gu;
const mentions = /\bclosing_?at\b/giu;

test('whatever reads tenants leaves out those that are closing', (t) => {
  const found: Record<string, number> = {};
  for (const name of readdirSync(join(root, 'packages')))
    for (const file of sourcesBelow(`packages/${name}/src`)) {
      const code = codeOf(file);
      const missing = [...code.matchAll(reads)].length - [...code.matchAll(mentions)].length;
      if (missing > 0) found[file.replaceAll('\\', '/')] = missing;
    }
  t.deepEqual(found, Object.fromEntries(Object.entries(exempt).map(([file, [count]]) => [file, count])));
});
