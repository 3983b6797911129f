import {
  browserScopes,
  type DomainEvent,
  type Events,
  ofTenant,
  type SignInStep,
  type StepView,
  type TenantResolver,
} from '@org/identity-core';
import { type Database, inTransaction, type Pool, type Transaction } from '@org/identity-prisma';
import { findRequestedApis } from '../apis/requested-apis.js';
import { lockOrigin } from '../foreign-clients/lock-foreign-client.js';
import { ConsentPage } from '../pages/consent-page.js';
import { needsConsent } from '../provider/authorization-request.js';
import { type ConsentKey, findConsent } from '../provider/consents.js';
import { allowClient, type NewConsent } from './allow-client.js';
import type { KnownOrigin } from './client-origin.js';
import { isAgent } from './is-agent.js';
import { allowedByForm, fieldsOfApis, newApis } from './shown-apis.js';

export interface ConsentLinks {
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
}

export interface ConsentServices {
  db: Database;
  pool: Pool;
  events: Events<Transaction>;
  tenants: TenantResolver | undefined;
  findLinks(clientId: string): Promise<ConsentLinks>;
  findOrigin(clientId: string, redirectUri: unknown): Promise<KnownOrigin | undefined>;
}

/** The `consent` step: asks the user to allow the scopes of a third-party client. First-party clients never need it. */
export function consentStep({ db, pool, events, tenants, findLinks, findOrigin }: ConsentServices): SignInStep {
  const apisOf = ({ request }: StepView) =>
    findRequestedApis({ db, pool }, { clientId: request.client.id, params: request.params });
  const originOf = ({ request }: StepView) => findOrigin(request.client.id, request.params['redirect_uri']);
  const step: SignInStep = {
    name: 'consent',
    order: 900,
    origins: ofTenant,
    requestable: true,
    ...needsConsent,
    async show(view) {
      const { request, brand, action, abortAction } = view;
      const userId = request.userId ?? '';
      const [user, consent, links, tenant, apis, origin] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
        findConsent(pool, keyOf(view)),
        findLinks(request.client.id),
        tenants?.decide(request),
        apisOf(view),
        originOf(view),
      ]);
      const added = requestedScopes(view).filter((scope) => !consent.scopes.includes(scope));
      const addedApis = newApis(apis, consent);
      const isNew = added.length + addedApis.length > 0;
      const shownApis = isNew ? addedApis : apis;
      const hadSome = consent.scopes.length + consent.ofApis.size > 0;
      return (
        <ConsentPage
          brand={brand}
          clientName={request.client.name}
          {...links}
          email={user.email}
          tenantName={tenant?.kind === 'tenant' ? tenant.name : undefined}
          scopes={isNew ? added : requestedScopes(view)}
          apis={shownApis}
          fields={fieldsOfApis(shownApis)}
          newScopesOnly={hadSome && isNew}
          origin={origin}
          action={action}
          abortAction={abortAction}
        />
      );
    },
    async submit(view, form) {
      const { client } = view.request;
      const apiScopes = allowedByForm(await apisOf(view), form);
      const consent = { ...keyOf(view), scopes: requestedScopes(view), apiScopes };
      const isForeign = (await originOf(view)) !== undefined;
      const isSaved = await inTransaction(db, async (tx) => {
        // The client may have changed since the page was drawn. Then the user is asked again.
        if (isForeign && !(await lockOrigin(tx, client.id, form['version']))) return false;
        await allowClient(tx, consent);
        await events.publish(tx, connected(consent, { name: client.name, agent: await isAgent(tx, consent) }));
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

/** Where the consent counts: in this kind of session, and in the tenant that the page names. */
function keyOf({ request, origin, tenantId }: StepView): ConsentKey {
  if (!origin) throw new Error('There is no signed-in user yet.');
  return { userId: request.userId ?? '', clientId: request.client.id, origin, tenantId };
}

/** The event belongs to the trail of the tenant that the page has named. */
function connected(
  { userId, clientId, tenantId, scopes, apiScopes }: NewConsent,
  { name, agent }: { name: string; agent: boolean },
): DomainEvent {
  const apis = Object.keys(apiScopes);
  const allowed = [...scopes, ...Object.values(apiScopes).flat()];
  return {
    type: 'application.connected',
    tenantId: tenantId ?? null,
    actor: { kind: 'user', id: userId },
    subjectId: clientId,
    data: { name, scopes: allowed, ...(apis.length > 0 ? { apis } : {}), ...(agent ? { agent } : {}) },
  };
}
