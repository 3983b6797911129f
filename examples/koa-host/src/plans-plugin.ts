import { Done, forbidden, type Guard, type Route, route, type UserPrincipal, userOnly } from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Pool = IdentityPluginHost['pool'];

/** Every tenant has a plan. It begins with a trial; the table `plans` is the app's own. */
export function plans({ trialDays = 30, sweepSeconds = 3600 } = {}): IdentityPlugin {
  return {
    name: 'plans',
    routes: ({ pool }) => routes(pool),
    tokenClaims: ({ pool }) => ({
      names: ['plan'],
      async of({ tenantId }, token) {
        if (tenantId === null) return {};
        const { name, trialEndsAt } = await findPlan(pool, tenantId);
        // What the token says is true as long as it lives.
        if (trialEndsAt) token?.endBy(trialEndsAt);
        return { plan: name };
      },
    }),
    subscribers: () => [
      {
        // In the transaction that creates the tenant: there is none without its trial.
        on: 'tenant.created',
        handle: async (tx, { tenantId }) =>
          void (await tx.$executeRaw`INSERT INTO public.plans (tenant_id, name, trial_ends_at)
            VALUES (${tenantId}::uuid, 'trial', now() + make_interval(days => ${trialDays}::int))`),
      },
      {
        on: 'tenant.deleted',
        handle: async (tx, { tenantId }) =>
          void (await tx.$executeRaw`DELETE FROM public.plans WHERE tenant_id = ${tenantId}::uuid`),
      },
    ],
    jobs: ({ pool }) => [
      {
        // Only tidies up: a trial is over when its time is, whether or not this ran.
        name: 'plans-sweep',
        everySeconds: sweepSeconds,
        run: async () => void (await pool.query('DELETE FROM public.plans WHERE trial_ends_at <= now()')),
      },
    ],
  };
}

const owner: Guard<UserPrincipal> = (principal) => {
  const person = userOnly(principal);
  if (person.tenant?.role !== 'owner') throw forbidden('Only owners choose the plan.');
  return person;
};

function tenantOf({ tenant }: UserPrincipal): string {
  if (!tenant) throw forbidden('Plans belong to a tenant: sign in to one.');
  return tenant.id;
}

/** Every URL of the plugin. */
function routes(pool: Pool): Route[] {
  const shared = { path: '/api/plan', errors: ['FORBIDDEN' as const] };
  return [
    route({
      ...shared,
      method: 'get',
      summary: 'The plan of the tenant in the token',
      scope: 'tenants:read',
      guard: userOnly,
      reply: z.object({ name: z.string() }),
      handle: ({ principal }) => findPlan(pool, tenantOf(principal)),
    }),
    route({
      ...shared,
      method: 'put',
      summary: 'Choose the plan of the tenant in the token',
      scope: 'tenants:write',
      guard: owner,
      body: z.strictObject({ name: z.enum(['basic', 'pro']) }),
      reply: Done,
      handle: ({ principal, body }) => choosePlan(pool, tenantOf(principal), body.name),
    }),
  ];
}

/** A use-case: plain input, plain result, no Koa. */
async function findPlan(pool: Pool, tenantId: string): Promise<{ name: string; trialEndsAt: Date | null }> {
  const { rows } = await pool.query<{ name: string; trialEndsAt: Date | null }>(
    `SELECT name, trial_ends_at AS "trialEndsAt" FROM public.plans
     WHERE tenant_id = $1 AND (trial_ends_at IS NULL OR trial_ends_at > now())`,
    [tenantId],
  );
  return rows[0] ?? { name: 'none', trialEndsAt: null };
}

async function choosePlan(pool: Pool, tenantId: string, name: string) {
  await pool.query(
    `INSERT INTO public.plans (tenant_id, name) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name, trial_ends_at = NULL`,
    [tenantId, name],
  );
  return { success: true, message: `The plan is now ${name}.` };
}
