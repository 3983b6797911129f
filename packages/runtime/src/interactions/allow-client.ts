import { isOwnOrigin } from '@org/identity-core';
import { givenIn, Prisma, type Transaction } from '@org/identity-prisma';
import type { ConsentKey } from '../provider/consents.js';

export interface NewConsent extends ConsentKey {
  readonly scopes: readonly string[];
  readonly apiScopes: Readonly<Record<string, readonly string[]>>;
}

/**
 * A consent that an earlier version has stored. What a provider's session allows stays apart from it: otherwise it would end in
 * the user's own sessions, or get more scopes there.
 */
const isUnbound = Prisma.raw("(stored.bound_at IS NULL AND stored.revoked_at IS NULL AND stored.scopes <> '{}')");
/** The scopes of two rows together. */
const mergedScopes = Prisma.raw(
  "CASE stored.scopes WHEN '{}' THEN excluded.scopes ELSE ARRAY(SELECT DISTINCT unnest(stored.scopes || excluded.scopes)) END",
);
const mergedApiScopes = Prisma.raw(`stored.api_scopes || (SELECT coalesce(jsonb_object_agg(api.key, (
    SELECT coalesce(jsonb_agg(DISTINCT scope), '[]')
    FROM jsonb_array_elements(api.value || coalesce(stored.api_scopes -> api.key, '[]')) scope)), '{}')
  FROM jsonb_each(excluded.api_scopes) api)`);

/**
 * Stores what a user allows a client, and where it counts. Concurrent consents are merged and do not overwrite each other: the
 * row of the consent is locked first. One that was taken back is replaced, with everything that it allowed elsewhere.
 */
export async function allowClient(tx: Transaction, consent: NewConsent): Promise<void> {
  const { userId, clientId, scopes, origin } = consent;
  const tenantId = consent.tenantId ?? null;
  const ofApis = JSON.stringify(consent.apiScopes);
  const isOwn = isOwnOrigin(origin);
  const there = givenIn(origin, tenantId);
  await tx.$executeRaw`
    INSERT INTO identity.consents (user_id, client_id) VALUES (${userId}::uuid, ${clientId})
    ON CONFLICT (user_id, client_id) DO UPDATE SET updated_at = now()`;
  await tx.$executeRaw`
    DELETE FROM identity.consent_bindings bound USING identity.consents given
    WHERE given.user_id = ${userId}::uuid AND given.client_id = ${clientId} AND given.revoked_at IS NOT NULL
      AND bound.user_id = given.user_id AND bound.client_id = given.client_id`;
  // What an earlier version has stored counts in the user's own sessions. It goes on counting there, in this tenant.
  await tx.$executeRaw`
    INSERT INTO identity.consent_bindings (user_id, client_id, given_in, tenant_id, scopes, api_scopes)
    SELECT given.user_id, given.client_id, ${there}, ${tenantId}::uuid, given.scopes, given.api_scopes
    FROM identity.consents given
    WHERE given.user_id = ${userId}::uuid AND given.client_id = ${clientId} AND given.revoked_at IS NULL
      AND given.bound_at IS NULL AND ${isOwn}`;
  await tx.$executeRaw`
    INSERT INTO identity.consent_bindings AS stored (user_id, client_id, given_in, tenant_id, scopes, api_scopes)
    VALUES (${userId}::uuid, ${clientId}, ${there}, ${tenantId}::uuid, ${scopes}, ${ofApis}::jsonb)
    ON CONFLICT (user_id, client_id, given_in) DO UPDATE SET updated_at = now(),
      scopes = ${mergedScopes}, api_scopes = ${mergedApiScopes}`;
  await tx.$executeRaw`
    INSERT INTO identity.consents AS stored (user_id, client_id, scopes, api_scopes, bound_at)
    VALUES (${userId}::uuid, ${clientId}, ${scopes}, ${ofApis}::jsonb, now())
    ON CONFLICT (user_id, client_id) DO UPDATE SET updated_at = now(), revoked_at = NULL, bound_at = now(),
      created_at = CASE WHEN stored.revoked_at IS NOT NULL THEN now() ELSE stored.created_at END,
      scopes = CASE WHEN stored.revoked_at IS NOT NULL THEN excluded.scopes ELSE ${mergedScopes} END,
      api_scopes = CASE WHEN stored.revoked_at IS NOT NULL THEN excluded.api_scopes ELSE ${mergedApiScopes} END
    WHERE (${isOwn} OR NOT ${isUnbound})`;
}
