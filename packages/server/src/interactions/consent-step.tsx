import { browserScopes, type SignInStep, type StepView, type TenantResolver } from '@org/identity-core';
import type { Database, Pool } from '@org/identity-prisma';
import { findRequestedApis } from '../apis/requested-apis.js';
import { ConsentPage } from '../pages/consent-page.js';
import { needsConsent } from '../provider/authorization-request.js';
import { findConsent } from '../provider/consents.js';
import { allowedByForm, fieldsOfApis, newApis } from './shown-apis.js';

export interface ConsentLinks {
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
}

export interface ConsentServices {
  db: Database;
  pool: Pool;
  tenants: TenantResolver | undefined;
  findLinks(clientId: string): Promise<ConsentLinks>;
}

/** The `consent` step: asks the user to allow the scopes of a third-party client. First-party clients never need it. */
export function consentStep({ db, pool, tenants, findLinks }: ConsentServices): SignInStep {
  const apisOf = ({ request }: StepView) =>
    findRequestedApis({ db, pool }, { clientId: request.client.id, params: request.params });
  return {
    name: 'consent',
    order: 900,
    requestable: true,
    ...needsConsent,
    async show(view) {
      const { request, brand, action, abortAction } = view;
      const userId = request.userId ?? '';
      const [user, consent, links, tenant, apis] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
        findConsent(db, userId, request.client.id),
        findLinks(request.client.id),
        tenants?.decide(request),
        apisOf(view),
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
          action={action}
          abortAction={abortAction}
        />
      );
    },
    async submit(view, form) {
      const { userId = '', client } = view.request;
      const apiScopes = allowedByForm(await apisOf(view), form);
      await allow(db, { userId, clientId: client.id, scopes: requestedScopes(view), apiScopes });
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

interface NewConsent {
  userId: string;
  clientId: string;
  scopes: readonly string[];
  apiScopes: Readonly<Record<string, readonly string[]>>;
}

async function allow(db: Database, { userId, clientId, scopes, apiScopes }: NewConsent): Promise<void> {
  const ofApis = JSON.stringify(apiScopes);
  // One statement, so that concurrent consents are merged and do not overwrite each other. One that was taken back is replaced.
  await db.$executeRaw`
    INSERT INTO identity.consents AS consent (user_id, client_id, scopes, api_scopes)
    VALUES (${userId}::uuid, ${clientId}, ${scopes}, ${ofApis}::jsonb)
    ON CONFLICT (user_id, client_id) DO UPDATE SET updated_at = now(), revoked_at = NULL,
      scopes = CASE WHEN consent.revoked_at IS NOT NULL THEN excluded.scopes
        ELSE ARRAY(SELECT DISTINCT unnest(consent.scopes || excluded.scopes)) END,
      api_scopes = CASE WHEN consent.revoked_at IS NOT NULL THEN excluded.api_scopes
        ELSE consent.api_scopes || (SELECT coalesce(jsonb_object_agg(api.key, (
            SELECT coalesce(jsonb_agg(DISTINCT scope), '[]')
            FROM jsonb_array_elements(api.value || coalesce(consent.api_scopes -> api.key, '[]')) scope)), '{}')
          FROM jsonb_each(excluded.api_scopes) api) END`;
}
