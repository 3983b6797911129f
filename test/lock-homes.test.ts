import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { codeOf, root, sourcesBelow } from './support-imports.js';

const home = 'packages/prisma/src/locks/';

/** Files that lock rows of tables outside the lock order, each with its table. */
const elsewhere: Readonly<Record<string, string>> = {
  'packages/licensing/src/license-types/lock-license-type.ts': 'applications, license_types',
  'packages/licensing/src/mails/write-mails.ts': 'license_mail_changes',
  'packages/licensing/src/reclaim/reclaim-seats.ts': 'seats',
  'packages/licensing/src/reclaim/tell-users.ts': 'seats',
  'packages/licensing/src/seat-use/seat-uses.ts': 'seats',
  'packages/prisma/src/delivery-queue.ts': 'the table of logout notices',
  'packages/prisma/src/oidc/end-connection-sessions.ts': 'oidc_sessions',
  'packages/prisma/src/oidc/end-other-sessions.ts': 'oidc_sessions',
  'packages/prisma/src/oidc/end-session.ts': 'oidc_sessions',
  'packages/prisma/src/oidc/ended-connection.ts': 'connections',
  'packages/prisma/src/oidc/purge.ts': 'the tables of expired rows',
  'packages/prisma/src/oidc/strengthen-session.ts': 'oidc_sessions',
  'packages/prisma/src/tries/wrong-tries.ts': 'rate_limits',
  'packages/scim/src/log/list-log.ts': 'directory_log',
  'packages/runtime/src/apis/lock-api.ts': 'apis',
  'packages/runtime/src/applications/lock-application.ts': 'applications, license_types',
  'packages/runtime/src/background/mail/claim-mails.ts': 'outgoing_mails',
  'packages/runtime/src/clients/block-client.ts': 'clients',
  'packages/runtime/src/clients/confirm-client.ts': 'clients',
  'packages/runtime/src/clients/client-references.ts': 'applications',
  'packages/runtime/src/clients/rotate-client-secret.ts': 'clients',
  'packages/runtime/src/clients/update-client.ts': 'clients',
  'packages/runtime/src/foreign-clients/lock-foreign-client.ts': 'clients',
  'packages/connections/src/domains/check-domains.ts': 'domains',
  'packages/users/src/imports/import-run.ts': 'imports',
  'packages/users/src/imports/run-imports.ts': 'imports',
  'packages/webhooks/src/access/change-webhook.ts': 'webhooks',
  'packages/webhooks/src/fan-out/add-deliveries.ts': 'webhooks',
  'packages/webhooks/src/fan-out/cursor.ts': 'feed_readers',
  'packages/webhooks/src/sending/claim-webhook.ts': 'webhooks',
  'packages/webhooks/src/sending/delete-old-deliveries.ts': 'webhook_deliveries',
  'packages/webhooks/src/sending/end-claim.ts': 'webhooks',
  'packages/webhooks/src/sending/record-results.ts': 'webhooks',
};

const lockClause = /\bFOR\s+(?:(?:NO\s+KEY\s+)?UPDATE|(?:KEY\s+)?SHARE)\b/iu;
const ordered =
  /identity\.(users|tenants|memberships|subscriptions)\b[^`;]*\bFOR\s+(?:NO\s+KEY\s+|KEY\s+)?(?:UPDATE|SHARE)\b/giu;

const sources = readdirSync(join(root, 'packages'))
  .flatMap((name) => sourcesBelow(`packages/${name}/src`))
  .map((file) => ({ file: file.replaceAll('\\', '/'), code: codeOf(file) }));
const outside = sources.filter(({ file }) => !file.startsWith(home));

test('users, tenants, memberships and subscriptions are locked by the functions of the lock order only', (t) => {
  const locked = (files: typeof sources) =>
    files.flatMap(({ file, code }) => [...code.matchAll(ordered)].map(([, table]) => `${file} locks ${table}`));
  const found = locked(sources.filter(({ file }) => file.startsWith(home)));
  for (const table of ['users', 'tenants', 'memberships', 'subscriptions'])
    t.true(
      found.some((line) => line.endsWith(table)),
      `the locks of ${table} were found`,
    );
  t.deepEqual(locked(outside), []);
});

test('every other file that locks rows is known', (t) => {
  const files = outside.filter(({ code }) => lockClause.test(code)).map(({ file }) => file);
  t.deepEqual(files.toSorted(), Object.keys(elsewhere).toSorted());
});

test('advisory locks have their numbers in one list', (t) => {
  const files = sources.filter(({ code }) => /\bpg_(?:try_)?advisory_/u.test(code)).map(({ file }) => file);
  // A migration takes its lock itself: it keeps the lock until its connection closes, not until a commit.
  t.deepEqual(files.toSorted(), [`${home}advisory-locks.ts`, 'packages/prisma/src/migrations/take-migration-lock.ts']);
});
