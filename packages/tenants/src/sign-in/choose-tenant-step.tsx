import type { SignInStep, StepView } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { findActiveMemberships } from '../members/find-memberships.js';
import { ChooseTenantPage } from './choose-tenant-page.js';
import { needsChoice } from './needs-choice.js';

/** The `tenant` step: a user with several tenants chooses the one for this sign-in. */
export function chooseTenantStep(db: Database): SignInStep {
  return {
    name: 'tenant',
    order: 300,
    isNeeded: needsChoice,
    show: (view) => page(db, view),
    async submit(view, fields) {
      const memberships = await findActiveMemberships(db, view.request.userId ?? '');
      const chosen = memberships.find(({ tenant }) => tenant.id === fields['tenant']);
      if (!chosen) return { page: await page(db, view), status: 422 };
      return { answer: { tenantId: chosen.tenant.id } };
    },
  };
}

async function page(db: Database, view: StepView) {
  const userId = view.request.userId ?? '';
  const [user, memberships] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
    findActiveMemberships(db, userId),
  ]);
  const tenants = memberships.map(({ tenant, role }) => ({ ...tenant, role }));
  const { brand, action, abortAction, otherAccountAction, request } = view;
  return (
    <ChooseTenantPage
      brand={brand}
      clientName={request.client.name}
      action={action}
      abortAction={abortAction}
      otherAccountAction={otherAccountAction}
      email={user.email}
      tenants={tenants}
    />
  );
}
