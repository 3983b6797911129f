import type { AttemptSecret, PageAnswer } from '@org/identity-core';
import { inTenantTransaction, lockTenantRow, type Transaction } from '@org/identity-prisma';
import { consoleStyles } from '@org/identity-ui';
import { knownKind } from '../kinds/kind-of.js';
import type { ProviderIdentity } from '../providers/provider-identity.js';
import type { ConnectionServices } from '../services.js';
import { type DecidingConnection, decide, findDecidingConnection, refusalOfClaims } from '../sign-in/decide.js';
import { type findOpenVisit, useVisit, visitCookies } from '../visits/visits.js';
import { pageAfterTest } from './page-after-test.js';
import { type TestedDecision, TestedPage, TestFailedPage } from './test-pages.js';
import { actorOfTest, mayTest } from './tester.js';

interface Test {
  readonly secret: AttemptSecret;
  readonly visit: NonNullable<Awaited<ReturnType<typeof findOpenVisit>>>;
  readonly identity: ProviderIdentity;
}

/** The provider has confirmed a user: notes that these settings work, and shows what it sent. */
export async function finishTest(services: ConnectionServices, test: Test): Promise<PageAnswer> {
  const { db, brand, accounts } = services;
  const { secret, visit, identity } = test;
  const { tenantId } = visit.connection;
  const cookies = [visitCookies.forget(secret.id)];
  const outcome = await inTenantTransaction({ db, tenantId, locks: 'tenant' }, (tx) => noteTest(services, tx, test));
  if (!outcome) {
    const page = <TestFailedPage brand={brand} reason="notHere" accountPage={accounts.accountPage} />;
    return { page, status: 403, cookies };
  }
  const { connection, decision, counts } = outcome;
  const back = await pageAfterTest(services, visit);
  const facts = knownKind(services, visit.connection.kind).facts(identity);
  const page = <TestedPage {...{ brand, facts, decision, counts, back }} connection={connection.name} />;
  return { page, status: counts ? 200 : 409, styles: consoleStyles, cookies };
}

async function noteTest(services: ConnectionServices, tx: Transaction, test: Test) {
  const { accounts, events } = services;
  const { secret, visit, identity } = test;
  const { connectionId, version } = visit;
  const { tenantId } = visit.connection;
  if (!(await lockTenantRow(tx, tenantId)) || !(await mayTest(tx, tenantId, visit))) return undefined;
  if (!(await useVisit(tx, secret.secretHash))) return undefined;
  const connection = await findDecidingConnection(tx, connectionId);
  if (!connection) return undefined;
  const decision =
    visit.setupLinkId === null
      ? await describe(tx, connection, await decide(tx, accounts, connection, identity))
      : decisionForSetup(connection, identity);
  const counts = connection.version === version;
  if (counts) {
    const status = connection.status === 'DRAFT' ? { status: 'TESTED' as const } : {};
    await tx.connection.update({ where: { id: connectionId }, data: { testedVersion: version, ...status } });
    const event = { tenantId, actor: actorOfTest(visit), subjectId: connectionId };
    await events.publish(tx, { type: 'connection.tested', ...event, data: { name: connection.name } });
  }
  return { connection, decision, counts };
}

/** The visitor of a setup link must not learn who has an account. */
function decisionForSetup(connection: DecidingConnection, identity: ProviderIdentity): TestedDecision {
  const reason = refusalOfClaims(connection, identity);
  return reason === undefined ? { kind: 'accepted' } : { kind: 'refused', reason };
}

/** The decision with the names that the page shows. */
async function describe(
  tx: Transaction,
  { defaultRole, defaultGroups }: DecidingConnection,
  decision: Awaited<ReturnType<typeof decide>>,
): Promise<TestedDecision> {
  if (decision.kind !== 'new') return decision;
  const where = { id: { in: defaultGroups.map(({ groupId }) => groupId) }, source: 'MANUAL' as const };
  const groups = await tx.group.findMany({ where, orderBy: { name: 'asc' }, select: { name: true } });
  const role = defaultRole === 'admin' ? 'admin' : 'member';
  return { kind: 'new', role, groups: groups.map(({ name }) => name) };
}
