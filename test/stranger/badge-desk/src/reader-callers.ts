import { type CallerPart, type DeclaredCaller, hashOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** A badge reader as the caller of a request. */
export interface BadgeReader extends DeclaredCaller {
  readonly kind: 'badge_reader';
  readonly tenantId: string;
}

/** What the keys of readers begin with. */
export const keyPrefix = 'reader_';

/** Recognizes readers by their keys. */
export const readerCallers = ({ db }: Pick<IdentityPluginHost, 'db'>): CallerPart => ({
  kind: 'badge_reader',
  bearer: keyPrefix,
  async authenticate({ secret }) {
    const [reader] = await db.$queryRaw<{ id: string; tenantId: string }[]>`
      SELECT id, tenant_id AS "tenantId" FROM badges.readers WHERE key_hash = ${hashOneTimeSecret(secret)}`;
    if (!reader) return undefined;
    const actor = { kind: 'machine', id: reader.id } as const;
    return { kind: 'badge_reader', ...reader, scopes: ['badges:check'], actor };
  },
});
