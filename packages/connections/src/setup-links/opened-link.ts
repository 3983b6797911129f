import { createHmac } from 'node:crypto';
import { type CallerPart, hashOneTimeSecret, type PageCookie } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { actorOfLink } from '../access/setup-caller.js';
import { isSetupLinkValid } from './is-setup-link-valid.js';

const cookieName = 'identity-setup';
/** After a working day the link has to be opened again. */
const openSeconds = 8 * 60 * 60;

const fields = {
  id: true,
  email: true,
  expiresAt: true,
  tenant: { select: { id: true, slug: true, name: true } },
  createdBy: { select: { displayName: true, email: true } },
} as const;

/** A setup link that is valid now, by its secret. */
export async function findSetupLink(db: Database, secret: string) {
  const where = { secretHash: hashOneTimeSecret(secret) };
  const link = await db.setupLink.findUnique({ where, select: fields });
  if (!link || !(await isSetupLinkValid(db, { tenantId: link.tenant.id, linkId: link.id }))) return undefined;
  // Whoever has the cookie can read it from any of these pages, so it may depend on the secret.
  const formToken = createHmac('sha256', secret).update('setup form').digest('base64url');
  return { ...link, formToken };
}

/** The visitors of setup links as callers: by the cookie of the browser that has opened a valid one. */
export function setupLinkCallers({ db }: { readonly db: Database }): CallerPart {
  return {
    kind: 'setup_link',
    cookie: cookieName,
    async authenticate({ secret }) {
      const link = await findSetupLink(db, secret);
      if (!link) return undefined;
      const { id, tenant, formToken } = link;
      return {
        kind: 'setup_link',
        id,
        tenantId: tenant.id,
        tenant,
        scopes: [],
        actor: actorOfLink(id),
        formToken,
        isValid: (tx) => isSetupLinkValid(tx, { tenantId: tenant.id, linkId: id }),
      };
    },
  };
}

/** The cookie that keeps a link open in the browser. */
export const keepOpen = (secret: string): PageCookie => ({
  name: cookieName,
  value: secret,
  maxAgeSeconds: openSeconds,
});
