import { ofTenant, type SignInStep, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { ApplicationStepPage } from './application-step-page.js';
import { type ApplicationUse, findApplicationUse, notAllowed, requestApplication } from './request-application.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

/**
 * The `application` step: stops a user whose tenant does not allow the third-party client, before the consent page. Members
 * who have to ask a manager can do so here. First-party clients never stop here and cost no statement.
 */
export function applicationStep(services: Services): SignInStep {
  return {
    name: 'application',
    order: 850,
    origins: ofTenant,
    description: notAllowed,
    async isNeeded({ client, userId }, { tenant }) {
      if (client.firstParty || tenant.kind !== 'tenant' || !userId) return false;
      const found = await findApplicationUse(services.db, { tenantId: tenant.tenantId, clientId: client.id, userId });
      return found !== undefined && found.use !== 'allowed';
    },
    show: async (view) => pageOf(view, services, await findApplicationUse(services.db, wantedIn(view))),
    async submit(view) {
      const found = await requestApplication(services, wantedIn(view));
      // It was allowed meanwhile, or the tenant has no say any more: the request goes on, and every step is asked again.
      if (found === undefined || found.use === 'allowed') return { answer: {} };
      return { page: pageOf(view, services, found), status: found.use === 'blocked' ? 403 : 200 };
    },
  };
}

const noTenant = '00000000-0000-0000-0000-000000000000';

function wantedIn({ request, tenantId = noTenant }: StepView) {
  return { tenantId, clientId: request.client.id, userId: request.userId ?? noTenant };
}

function pageOf(view: StepView, { issuer }: Services, found: ApplicationUse | undefined) {
  const { brand, request, action, abortAction, otherAccountAction } = view;
  const consoleUrl = found?.manages ? `${issuer}/console/${found.slug}/applications` : undefined;
  return (
    <ApplicationStepPage
      {...{ brand, action, abortAction, otherAccountAction, consoleUrl }}
      clientName={request.client.name}
      tenantName={found?.tenant ?? ''}
      use={found?.use ?? 'allowed'}
    />
  );
}
