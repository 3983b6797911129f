import { actorOf, forbidden, ownsTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Form } from '@org/identity-ui';
import { choosePlan, findPlan } from './tenant-plan.js';

/** The page "Plan" in the console of every tenant: members see the plan, owners choose one. */
export function planArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    path: 'plan',
    texts: {
      en: { name: 'Plan', title: 'Your plan', notices: { chosen: 'The plan was changed.' } },
    },
    draw: async (visit) => (
      <Form action={`${visit.base}/plan`} hidden={{ ...visit.hidden }}>
        <p>{(await findPlan(host.db, visit.tenant.id)).name}</p>
        {ownsTenant(visit) && <Button>Pro</Button>}
      </Form>
    ),
    async act(visit) {
      if (!ownsTenant(visit)) throw forbidden('Only owners can choose the plan.');
      await choosePlan(host, visit.tenant.id, 'pro', actorOf(visit.principal));
      return { done: 'chosen' };
    },
  };
}
