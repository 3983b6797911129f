import { browserScopes, type SignInStep, type StepView, type TenantResolver } from '@org/identity-core';
import { type Database, inTransaction, type Transaction } from '@org/identity-prisma';
import { lockOrigin } from '../foreign-clients/lock-foreign-client.js';
import { ConsentPage } from '../pages/consent-page.js';
import { findConsent, needsConsent } from '../provider/authorization-request.js';
import type { KnownOrigin } from './client-origin.js';

export interface ConsentLinks {
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
}

export interface ConsentServices {
  db: Database;
  tenants: TenantResolver | undefined;
  findLinks(clientId: string): Promise<ConsentLinks>;
  findOrigin(clientId: string, redirectUri: unknown): Promise<KnownOrigin | undefined>;
}

/** The `consent` step: asks the user to allow the scopes of a third-party client. First-party clients never need it. */
export function consentStep({ db, tenants, findLinks, findOrigin }: ConsentServices): SignInStep {
  const originOf = ({ request }: StepView) => findOrigin(request.client.id, request.params['redirect_uri']);
  const step: SignInStep = {
    name: 'consent',
    order: 900,
    requestable: true,
    ...needsConsent,
    async show(view) {
      const { request, brand, action, abortAction } = view;
      const userId = request.userId ?? '';
      const [user, allowed, links, tenant, origin] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
        findConsent(db, userId, request.client.id),
        findLinks(request.client.id),
        tenants?.decide(request),
        originOf(view),
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
          origin={origin}
          action={action}
          abortAction={abortAction}
        />
      );
    },
    async submit(view, form) {
      const { client, userId = '' } = view.request;
      const save = (on: Transaction) => allow(on, userId, client.id, requestedScopes(view));
      if (!(await originOf(view))) {
        await save(db);
        return { answer: {} };
      }
      // The client may have changed since the page was drawn. Then the user is asked again.
      const isSaved = await inTransaction(db, async (tx) => {
        if (!(await lockOrigin(tx, client.id, form['version']))) return false;
        await save(tx);
        return true;
      });
      return isSaved ? { answer: {} } : { page: await step.show(view), status: 409 };
    },
  };
  return step;
}

function requestedScopes({ request }: StepView): string[] {
  const { scope } = request.params;
  return typeof scope === 'string' ? scope.split(' ').filter(isKnown) : [];
}

function isKnown(scope: string): boolean {
  return (browserScopes() as readonly string[]).includes(scope);
}

async function allow(db: Transaction, userId: string, clientId: string, scopes: readonly string[]): Promise<void> {
  // One statement, so that concurrent consents are merged and do not overwrite each other.
  await db.$executeRaw`
    INSERT INTO identity.consents (user_id, client_id, scopes) VALUES (${userId}::uuid, ${clientId}, ${scopes})
    ON CONFLICT (user_id, client_id) DO UPDATE
      SET scopes = ARRAY(SELECT DISTINCT unnest(consents.scopes || excluded.scopes)), updated_at = now(), revoked_at = NULL`;
}
