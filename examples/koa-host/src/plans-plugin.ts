import { Done, forbidden, type Guard, type Route, route, type UserPrincipal, userOnly } from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost, IdentityPluginParts } from '@org/identity-prisma';
import { z } from 'zod';
import { planArea } from './plan-area.js';
import { choosePlan, findPlan } from './tenant-plan.js';

type Pool = IdentityPluginHost['pool'];

export interface PlansOptions {
  trialDays?: number;
  sweepSeconds?: number;
}

/** Gives every tenant a plan, which begins with a trial. The table `plans` belongs to the app. */
export function plans({ trialDays = 30, sweepSeconds = 3600 }: PlansOptions = {}): IdentityPlugin {
  return {
    name: 'plans',
    setup: (host) => parts(host, { trialDays, sweepSeconds }),
  };
}

function parts(host: IdentityPluginHost, { trialDays, sweepSeconds }: Required<PlansOptions>): IdentityPluginParts {
  const { pool } = host;
  return {
    routes: routes(pool),
    areas: [planArea(host)],
    tokenClaims: {
      names: ['plan'],
      async of({ tenantId }, token) {
        if (tenantId === null) return {};
        const { name, trialEndsAt } = await findPlan(pool, tenantId);
        // The token expires with the trial, so its claim is true as long as it is valid.
        if (trialEndsAt) token?.endBy(trialEndsAt);
        return { plan: name };
      },
    },
    subscribers: [
      {
        // Runs in the transaction that creates the tenant, so every tenant has its trial.
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
    jobs: [
      {
        // Only cleans up: a trial ends at its time, whether or not this job has run.
        name: 'plans-sweep',
        everySeconds: sweepSeconds,
        run: async () => void (await pool.query('DELETE FROM public.plans WHERE trial_ends_at <= now()')),
      },
    ],
  };
}

const owner: Guard<UserPrincipal> = (principal) => {
  const user = userOnly(principal);
  if (user.tenant?.role !== 'owner') throw forbidden('Only owners can choose the plan.');
  return user;
};

function tenantOf({ tenant }: UserPrincipal): string {
  if (!tenant) throw forbidden('Plans belong to a tenant. Sign in to a tenant first.');
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
