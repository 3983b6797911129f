import type { OpenDatabase } from '@org/identity-prisma';
import { countReads, explain, readsEverything, recordStatements, tableOf, touchesRows } from '@org/identity-testing';
import type { ExecutionContext } from 'ava';

type Action = () => Promise<unknown>;

// None of these may be read as a whole. The mail table is left out: sent mail is deleted, so it is nearly empty.
const tables = new Set([
  'rate_limits',
  'memberships',
  'member_counts',
  'member_words',
  'event_counts',
  'users',
  'invitations',
  'events',
  'tenants',
  'oidc_grants',
  'held_slugs',
  'tenant_images',
]);

export type PlanChecks = ReturnType<typeof checkPlans>;

/** Records the statements of a database and checks their plans. Tests that use it must be serial: they share the record. */
export function checkPlans(database: OpenDatabase) {
  const statements = recordStatements(database);

  async function statementsOf(action: Action) {
    statements.length = 0;
    await action();
    return statements.filter(touchesRows);
  }

  async function plansOf(action: Action) {
    const ran = await statementsOf(action);
    const wholeReads: string[] = [];
    for (const statement of ran) {
      for (const node of await explain(database, statement)) {
        if (tables.has(tableOf(node)) && readsEverything(node)) {
          wholeReads.push(`${node['Node Type']} on ${node['Relation Name']}: ${statement.text}`);
        }
      }
    }
    return { ran: ran.map(({ text }) => text.slice(0, 100)), wholeReads };
  }

  return {
    statementsOf,
    plansOf,

    /** Asserts how many statements a use-case runs, and that none reads a whole table. */
    async assertPlans(t: ExecutionContext, expected: number, action: Action): Promise<void> {
      const plans = await plansOf(action);
      t.deepEqual(plans.wholeReads, []);
      t.is(plans.ran.length, expected, plans.ran.join('\n'));
    },

    /** Asserts how many rows and index entries a use-case reads at most, of any table. */
    async assertReads(t: ExecutionContext, max: { entries: number; rows: number }, action: Action): Promise<void> {
      const reads = { entries: 0, rows: 0 };
      for (const statement of await statementsOf(action)) {
        const { entries, rows } = await countReads(database, statement);
        reads.entries += entries;
        reads.rows += rows;
      }
      t.true(reads.entries <= max.entries && reads.rows <= max.rows, JSON.stringify(reads));
    },
  };
}
