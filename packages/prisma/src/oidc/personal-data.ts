import type { PersonalData } from '@org/identity-core';
import type { Database, Transaction } from '../database-types.js';
import { pageSize, pagesOf } from '../pages-of.js';
import { hashHint } from './record-store.js';

const period = { createdAt: true, expiresAt: true } as const;

/** What oidc-provider stores about a user: sessions, grants, tokens and interactions. */
export function oidcData(db: Database): PersonalData<Transaction> {
  return {
    models: ['OidcSession', 'OidcGrant', 'OidcToken', 'OidcRecord'],
    async collect(userId) {
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      return {
        sessions: sessionsOf(db, userId),
        grants: grantsOf(db, userId),
        interactions: interactionsOf(db, { userId, email }),
      };
    },
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      await tx.oidcSession.deleteMany({ where: { accountId: userId } });
      // The foreign key also deletes their tokens.
      await tx.oidcGrant.deleteMany({ where: { accountId: userId } });
      // Interactions of the user, and those with the user's email as `login_hint`.
      await tx.oidcRecord.deleteMany({ where: { OR: [{ accountId: userId }, { hintHash: hashHint(email) }] } });
    },
  };
}

function sessionsOf(db: Database, accountId: string) {
  return pagesOf((after: { publicId: string } | undefined) =>
    db.oidcSession.findMany({
      where: { accountId, ...(after ? { publicId: { gt: after.publicId } } : {}) },
      orderBy: { publicId: 'asc' },
      take: pageSize,
      select: { publicId: true, userAgent: true, ipAddress: true, lastActiveAt: true, endedAt: true, ...period },
    }),
  );
}

interface GrantRow {
  id: string;
  clientId: string;
  tenantId: string | null;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  tokens: unknown;
}

/** The grants, each with the number and times of its tokens per kind: a grant may have any number of tokens. */
function grantsOf(db: Database, accountId: string) {
  return pagesOf(
    (after: GrantRow | undefined) => db.$queryRaw<GrantRow[]>`
      SELECT g.id, g.client_id AS "clientId", g.tenant_id AS "tenantId", g.created_at AS "createdAt",
             g.expires_at AS "expiresAt", g.revoked_at AS "revokedAt", coalesce(t.tokens, '[]') AS tokens
      FROM (SELECT * FROM identity.oidc_grants WHERE account_id = ${accountId} AND id > ${after?.id ?? ''}
            ORDER BY id LIMIT ${pageSize}) g
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object('kind', kind, 'count', count, 'createdAt', first, 'expiresAt', last)) AS tokens
        FROM (SELECT kind, count(*), min(created_at) AS first, max(expires_at) AS last
              FROM identity.oidc_tokens WHERE grant_id = g.id GROUP BY kind) kinds
      ) t
      ORDER BY g.id`,
    ({ id: _id, ...shown }) => shown,
  );
}

interface RecordRow {
  idHash: Uint8Array;
  model: string;
  createdAt: Date;
  expiresAt: Date | null;
}

function interactionsOf(db: Database, { userId, email }: { userId: string; email: string }) {
  const hint = hashHint(email);
  return pagesOf(
    (after: RecordRow | undefined) => {
      const start = after?.idHash ?? new Uint8Array();
      return db.$queryRaw<RecordRow[]>`
        SELECT id_hash AS "idHash", model, created_at AS "createdAt", expires_at AS "expiresAt" FROM (
          (SELECT id_hash, model, created_at, expires_at FROM identity.oidc_records
           WHERE account_id = ${userId} AND id_hash > ${start} ORDER BY id_hash LIMIT ${pageSize})
          UNION
          (SELECT id_hash, model, created_at, expires_at FROM identity.oidc_records
           WHERE hint_hash = ${hint} AND id_hash > ${start} ORDER BY id_hash LIMIT ${pageSize})
        ) found ORDER BY id_hash LIMIT ${pageSize}`;
    },
    ({ idHash: _idHash, ...shown }) => shown,
  );
}
