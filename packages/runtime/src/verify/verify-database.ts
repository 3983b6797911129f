import type { DataCheck } from '@org/identity-core';
import { type IdentityPlugin, migrationStatus, type OtherPlugin } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { type Snapshot, withSnapshot } from './open-snapshot.js';
import { ownChecks } from './own-checks.js';

export interface VerifyOptions {
  databaseUrl: string;
  /** The server's secret. */
  secret: Secrets;
  /** The plugins of the server. Each contributes its checks. */
  plugins: readonly IdentityPlugin[];
  /** How long one statement may take (default 600 seconds). */
  statementSeconds?: number;
  /** Called before each check. */
  onCheck?: (name: string) => void;
}

export interface VerifiedCheck {
  name: string;
  rule: string;
  sound: boolean;
  /** How many rows break the rule. */
  count: number;
  /** The ids of some of them. */
  examples: readonly string[];
  seconds: number;
  /** Why the check could not be made. */
  error?: string;
  advice?: string;
}

export interface Verification {
  sound: boolean;
  /** How many rows there are of each kind. */
  counts: Record<string, number>;
  checks: VerifiedCheck[];
  /** Plugins that have tables here and are not among the given ones; missing if there are none. */
  others?: readonly OtherPlugin[];
}

/** Checks the data of a database, at one moment, and changes nothing. */
export async function verifyDatabase(options: VerifyOptions): Promise<Verification> {
  const { databaseUrl, secret, plugins, statementSeconds = 600, onCheck = () => {} } = options;
  const parts = [ownChecks(secret), ...plugins.flatMap(({ declares }) => declares?.checks ?? [])];
  const checks = parts.flatMap((part) => part.checks);
  const names = checks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two checks are called "${twice}". Every check needs a unique name.`);

  onCheck('migrations');
  let others: readonly OtherPlugin[] | undefined;
  const look = async () => {
    const status = await migrationStatus({ databaseUrl, plugins });
    others = status.others;
    return status.pending;
  };
  const migrations = await runCheck(migrationCheck(look), (find) => find());
  // The statements of the other checks are those of this version's tables.
  if (!migrations.sound) return { sound: false, counts: {}, checks: [migrations] };
  return withSnapshot({ databaseUrl, secret, statementSeconds }, async (snapshot) => {
    const done = [migrations];
    for (const check of checks) {
      onCheck(check.name);
      done.push(await runCheck({ ...check, find: () => check.find(snapshot) }, snapshot.attempt));
    }
    onCheck('counts');
    const counts = await countRows(snapshot, Object.assign({}, ...parts.map((part) => part.counts)));
    return { sound: done.every(({ sound }) => sound), counts, checks: done, ...(others && { others }) };
  });
}

type Check = Omit<DataCheck, 'find'> & { find: () => ReturnType<DataCheck['find']> };

function migrationCheck(missing: () => Promise<readonly string[]>): Check {
  return {
    name: 'migrations',
    rule: 'Every migration is applied and unchanged.',
    advice: 'Run: identity-server migrate',
    async find() {
      const pending = await missing();
      return pending.length === 0 ? undefined : { count: pending.length, examples: pending.slice(0, 10) };
    },
  };
}

async function runCheck(
  { name, rule, advice, find }: Check,
  attempt: (find: Check['find']) => ReturnType<Check['find']>,
): Promise<VerifiedCheck> {
  const begun = performance.now();
  const seconds = () => Math.round(performance.now() - begun) / 1000;
  try {
    const problem = await attempt(find);
    if (!problem) return { name, rule, sound: true, count: 0, examples: [], seconds: seconds() };
    return { name, rule, sound: false, ...problem, seconds: seconds(), advice };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, rule, sound: false, count: 0, examples: [], seconds: seconds(), error: reason, advice };
  }
}

async function countRows(snapshot: Snapshot, tables: Record<string, string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(tables)) {
    const [row] = await snapshot.rows<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${table}`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}
