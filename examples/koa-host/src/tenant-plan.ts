import type { IdentityPluginHost } from '@org/identity-prisma';

type Pool = IdentityPluginHost['pool'];

/** The plan of a tenant. A use-case: plain input, plain result, no Koa. */
export async function findPlan(pool: Pool, tenantId: string): Promise<{ name: string; trialEndsAt: Date | null }> {
  const { rows } = await pool.query<{ name: string; trialEndsAt: Date | null }>(
    `SELECT name, trial_ends_at AS "trialEndsAt" FROM public.plans
     WHERE tenant_id = $1 AND (trial_ends_at IS NULL OR trial_ends_at > now())`,
    [tenantId],
  );
  return rows[0] ?? { name: 'none', trialEndsAt: null };
}

/** Ends the trial and sets the plan. */
export async function choosePlan(pool: Pool, tenantId: string, name: string) {
  await pool.query(
    `INSERT INTO public.plans (tenant_id, name) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name, trial_ends_at = NULL`,
    [tenantId, name],
  );
  return { success: true, message: `The plan is now ${name}.` };
}
