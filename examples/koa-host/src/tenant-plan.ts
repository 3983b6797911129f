import { type Actor, type Command, IdentityError, reply } from '@org/identity-core';
import { type Database, type IdentityPluginHost, openDatabase, type Transaction } from '@org/identity-prisma';

/** The plan of a tenant. A use-case: plain input, plain result, no Koa. */
export async function findPlan(db: Database, tenantId: string) {
  const [plan] = await db.$queryRaw<{ name: string; trialEndsAt: Date | null }[]>`
    SELECT name, trial_ends_at AS "trialEndsAt" FROM plans.tenant_plans
    WHERE tenant_id = ${tenantId}::uuid AND (trial_ends_at IS NULL OR trial_ends_at > now())`;
  return plan ?? { name: 'none', trialEndsAt: null };
}

export async function startTrial(tx: Transaction, tenantId: string | null, days: number) {
  await tx.$executeRaw`INSERT INTO plans.tenant_plans (tenant_id, name, trial_ends_at)
    VALUES (${tenantId}::uuid, 'trial', now() + make_interval(days => ${days}::int))`;
}

export async function deleteEndedTrials(db: Database) {
  await db.$executeRaw`DELETE FROM plans.tenant_plans WHERE trial_ends_at <= now()`;
}

/** Ends the trial and sets the plan. */
export function choosePlan({ db, events }: IdentityPluginHost, tenantId: string, name: string, actor: Actor) {
  return db.$transaction(async (tx) => {
    const changed = await tx.$executeRaw`
      INSERT INTO plans.tenant_plans (tenant_id, name) VALUES (${tenantId}::uuid, ${name})
      ON CONFLICT (tenant_id) DO UPDATE SET name = ${name}, trial_ends_at = NULL WHERE tenant_plans.name <> ${name}`;
    if (changed === 0) throw new IdentityError('PLAN_UNCHANGED', `The plan is ${name} already.`);
    await events.publish(tx, { type: 'plan.chosen', tenantId, actor, subjectId: tenantId, data: { name } });
    return reply({ success: true, message: `The plan is now ${name}.` });
  });
}

/** The command `plans list`: how many tenants have which plan. */
export const plansList: Command = {
  usage: 'plans list',
  summary: 'Lists the plans, and how many tenants have each',
  options: {},
  async run({ environment, result }) {
    const { db, close } = openDatabase({ databaseUrl: environment['DATABASE_URL'] ?? '' });
    const plans = await db.$queryRaw<{ name: string; tenants: number }[]>`
      SELECT name, count(*)::int AS tenants FROM plans.tenant_plans GROUP BY name ORDER BY name`.finally(close);
    const lines = plans.map(({ name, tenants }) => `${name}: ${tenants}`);
    result({ plans }, lines);
    return 0;
  },
};
