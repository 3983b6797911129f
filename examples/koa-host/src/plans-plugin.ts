import { actorOf, Done, forbidden, type Guard, type Role, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { planArea } from './plan-area.js';
import { choosePlan, deleteEndedTrials, findPlan, plansList, startTrial } from './tenant-plan.js';

declare module '@org/identity-core' {
  interface EventTypes extends Record<'plan.chosen', true> {}
  interface ErrorCodes extends Record<'PLAN_UNCHANGED', 409> {}
  interface ApiScopes extends Record<'plans:read', true> {}
}
declare module '@org/identity-prisma' {
  interface PluginServices extends Partial<Record<'plans', Plans>> {}
}

/** The service `plans`. */
type Plans = { of(tenantId: string): Promise<{ name: string }> };

/** Gives every tenant a plan, which begins with a trial. It brings its table. */
export function plans({ trialDays = 30, sweepSeconds = 3600 } = {}): IdentityPlugin {
  return {
    name: 'plans',
    declares: {
      events: { 'plan.chosen': { en: 'Plan chosen', de: 'Tarif gewählt' } },
      errors: { PLAN_UNCHANGED: 409 },
      scopes: { 'plans:read': { words: { en: { title: 'See your plan', description: 'Its name, no prices.' } } } },
      services: ['plans'],
      // From dist/src to the folder of the package.
      migrations: new URL('../../migrations/', import.meta.url),
      commands: { 'plans list': { summary: 'List the plans', load: async () => plansList } },
    },
    setup: (host) => ({
      services: { plans: { of: (tenantId) => findPlan(host.db, tenantId) } },
      routes: routes(host),
      areas: [planArea(host)],
      tokenClaims: {
        names: ['plan'],
        async of({ tenantId }, token) {
          if (tenantId === null) return {};
          const { name, trialEndsAt } = await findPlan(host.db, tenantId);
          // The token expires with the trial, so its claim is true as long as it is valid.
          if (trialEndsAt) token?.endBy(trialEndsAt);
          return { plan: name };
        },
      },
      subscribers: [
        // Runs in the transaction that creates the tenant, so every tenant has its trial. The foreign key ends it.
        { on: 'tenant.created', handle: (tx, { tenantId }) => startTrial(tx, tenantId, trialDays) },
      ],
      // Only cleans up: a trial ends at its time, whether or not this job has run.
      jobs: [{ name: 'plans-sweep', everySeconds: sweepSeconds, run: () => deleteEndedTrials(host.db) }],
    }),
  };
}

/** Allows users who have one of these roles in the tenant of their token. */
const member = (...roles: Role[]) =>
  ((principal) => {
    const user = userOnly(principal);
    if (!user.tenant || !roles.includes(user.tenant.role)) throw forbidden(`Needs the role ${roles.join(' or ')}.`);
    return { ...user, tenant: user.tenant };
  }) satisfies Guard;

/** Every URL of the plugin. */
function routes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/plan',
      summary: 'The plan of the tenant in the token',
      scope: 'plans:read',
      guard: member('owner', 'admin', 'member'),
      reply: z.object({ name: z.string() }),
      handle: ({ principal }) => findPlan(host.db, principal.tenant.id),
    }),
    route({
      method: 'put',
      path: '/api/plan',
      summary: 'Choose the plan of the tenant in the token',
      errors: ['PLAN_UNCHANGED'],
      scope: 'tenants:write',
      guard: member('owner'),
      body: z.strictObject({ name: z.enum(['basic', 'pro']) }),
      reply: Done,
      handle: ({ principal, body }) => choosePlan(host, principal.tenant.id, body.name, actorOf(principal)),
    }),
  ];
}
