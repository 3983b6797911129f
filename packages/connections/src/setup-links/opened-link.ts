import { createHmac } from 'node:crypto';
import { hashOneTimeSecret, type PageCookie, type PageRequest } from '@org/identity-core';
import { type Database, isSetupLinkValid } from '@org/identity-prisma';

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

/** The valid setup link that this browser has opened. */
export async function openedLink(db: Database, { cookie }: Pick<PageRequest, 'cookie'>) {
  const secret = cookie(cookieName);
  return secret === undefined ? undefined : findSetupLink(db, secret);
}

/** The cookie that keeps a link open in the browser. */
export const keepOpen = (secret: string): PageCookie => ({
  name: cookieName,
  value: secret,
  maxAgeSeconds: openSeconds,
});
