import { browserScopes, type SignInStep, type StepView, type TenantResolver } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { ConsentPage } from '../pages/consent-page.js';
import { findConsent, needsConsent } from '../provider/authorization-request.js';

export interface ConsentLinks {
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
}

export interface ConsentServices {
  db: Database;
  tenants: TenantResolver | undefined;
  findLinks(clientId: string): Promise<ConsentLinks>;
}

/** The `consent` step: asks the user to allow the scopes of a third-party client. First-party clients never need it. */
export function consentStep({ db, tenants, findLinks }: ConsentServices): SignInStep {
  return {
    name: 'consent',
    order: 900,
    requestable: true,
    ...needsConsent,
    async show(view) {
      const { request, brand, action, abortAction } = view;
      const userId = request.userId ?? '';
      const [user, allowed, links, tenant] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
        findConsent(db, userId, request.client.id),
        findLinks(request.client.id),
        tenants?.decide(request),
      ]);
      const added = requestedScopes(view).filter((scope) => !allowed.includes(scope));
      const shown = added.length > 0 ? added : requestedScopes(view);
      return (
        <ConsentPage
          brand={brand}
          clientName={request.client.name}
          {...links}
          email={user.email}
          tenantName={tenant?.kind === 'tenant' ? tenant.name : undefined}
          scopes={shown}
          newScopesOnly={allowed.length > 0 && added.length > 0}
          action={action}
          abortAction={abortAction}
        />
      );
    },
    async submit(view) {
      await allow(db, view.request.userId ?? '', view.request.client.id, requestedScopes(view));
      return { answer: {} };
    },
  };
}

function requestedScopes({ request }: StepView): string[] {
  const { scope } = request.params;
  return typeof scope === 'string' ? scope.split(' ').filter(isKnown) : [];
}

function isKnown(scope: string): boolean {
  return (browserScopes() as readonly string[]).includes(scope);
}

async function allow(db: Database, userId: string, clientId: string, scopes: readonly string[]): Promise<void> {
  // One statement, so that concurrent consents are merged and do not overwrite each other. A consent that was taken back
  // begins again, with only what is allowed now.
  await db.$executeRaw`
    INSERT INTO identity.consents (user_id, client_id, scopes) VALUES (${userId}::uuid, ${clientId}, ${scopes})
    ON CONFLICT (user_id, client_id) DO UPDATE
      SET scopes = CASE WHEN consents.revoked_at IS NULL
            THEN ARRAY(SELECT DISTINCT unnest(consents.scopes || excluded.scopes)) ELSE excluded.scopes END,
          api_scopes = CASE WHEN consents.revoked_at IS NULL THEN consents.api_scopes ELSE excluded.api_scopes END,
          created_at = CASE WHEN consents.revoked_at IS NULL THEN consents.created_at ELSE now() END,
          updated_at = now(), revoked_at = NULL`;
}
