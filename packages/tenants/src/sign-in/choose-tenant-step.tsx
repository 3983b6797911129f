import type { SignInStep, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { ChooseTenantPage } from './choose-tenant-page.js';
import { findActiveMemberships, needsChoice } from './decide-tenant.js';

type Databases = Pick<IdentityPluginHost, 'db' | 'pool'>;

/** The `tenant` step: a user with several tenants chooses the one for this sign-in. */
export function chooseTenantStep(databases: Databases): SignInStep {
  return {
    name: 'tenant',
    order: 300,
    isNeeded: needsChoice,
    show: (view) => page(databases, view),
    async submit(view, fields) {
      const memberships = await findActiveMemberships(databases.pool, view.request.userId ?? '');
      const chosen = memberships.find(({ tenant }) => tenant.id === fields['tenant']);
      if (!chosen) return { page: await page(databases, view), status: 422 };
      return { answer: { tenantId: chosen.tenant.id } };
    },
  };
}

async function page({ db, pool }: Databases, view: StepView) {
  const userId = view.request.userId ?? '';
  const [user, memberships] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
    findActiveMemberships(pool, userId),
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
