import { isUuid } from '@org/identity-core';
import { consentSql, type IdentityPluginHost, isMarkedAgent, run, statement } from '@org/identity-prisma';
import type { AgentReason, LicenseState, Reason } from './license-state.js';

type Services = Pick<IdentityPluginHost, 'pool' | 'logger'>;

export interface AgentInput {
  tenantId: string;
  userId: string;
  applicationId: string;
  agentId: string;
}

interface Row {
  needsSeat: boolean;
  allowed: boolean;
  seated: boolean;
  /** The seat, if its use was not written in the last hour. */
  idleSeatId: string | null;
}

// The user may have allowed the client in either kind of session. The token itself is bound to one of them.
const consentIn = (origin: string) =>
  consentSql({ user: '$2::uuid', client: 'c.id', givenIn: `'${origin}:' || tenant.id` });

// Whether a client may act for a user in a tenant: the same as in `exchanged-tokens.ts`, which ends its tokens, or by its mark.
const find = statement(
  'license_of_agent',
  `SELECT a.agent_seats = 'OWN' AS "needsSeat",
          coalesce((c.token_exchange OR ${isMarkedAgent('c.id', 'tenant.id')}) AND c.blocked_at IS NULL AND (c.tenant_id IS NULL OR c.tenant_id = tenant.id)
            AND (c.first_party OR (consent.user_id IS NOT NULL AND coalesce(
              CASE decided.status WHEN 'ALLOWED' THEN true WHEN 'BLOCKED' THEN false END,
              tenant.third_party_apps = 'ALLOW'))), false) AS allowed,
          coalesce(seat.id IS NOT NULL AND sub.status = 'ACTIVE' AND sub.starts_at <= now()
            AND (sub.expires_at IS NULL OR sub.expires_at > now()), false) AS seated,
          CASE WHEN seat.last_used_at > now() - interval '1 hour' THEN NULL ELSE seat.id END AS "idleSeatId"
   FROM identity.applications a
   LEFT JOIN identity.tenants tenant ON tenant.id = $1::uuid AND tenant.closing_at IS NULL
   LEFT JOIN identity.clients c ON c.id = $3
   LEFT JOIN LATERAL (SELECT * FROM ${consentIn('own')} own UNION ALL SELECT * FROM ${consentIn('provider')} provider
     LIMIT 1) consent ON true
   LEFT JOIN identity.tenant_applications decided ON decided.tenant_id = tenant.id AND decided.client_id = c.id
   LEFT JOIN identity.agent_seats seat
     ON seat.tenant_id = tenant.id AND seat.application_id = a.id AND seat.client_id = c.id
   LEFT JOIN identity.subscriptions sub ON sub.id = seat.subscription_id
   WHERE a.id = $4::uuid`,
);

const noteUse = statement(
  'agent_seat_use',
  `UPDATE identity.agent_seats SET last_used_at = now()
   WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')`,
);

/** What comes before the agent: without a member there is nobody to act for. */
const ofTheMember: readonly Reason[] = ['NOT_A_MEMBER', 'ACCOUNT_DISABLED', 'MEMBER_SUSPENDED'];

/**
 * The license of a user for an agent that acts for them. The agent must be allowed, and have a seat of its own if the
 * application asks for one. It never gets more than the user has.
 */
export async function checkAgent(
  services: Services,
  input: AgentInput,
  state: LicenseState,
): Promise<LicenseState | { reason: AgentReason; license: undefined }> {
  if (ofTheMember.includes(state.reason)) return state;
  const { tenantId, userId, applicationId, agentId } = input;
  const values = [tenantId, isUuid(userId) ? userId : null, agentId, applicationId];
  const { rows } = await run<Row>(services.pool, find, values);
  const [row] = rows;
  if (!row?.allowed) return { reason: 'AGENT_NOT_ALLOWED', license: undefined };
  if (row.needsSeat && !row.seated) return { reason: 'NO_AGENT_SEAT', license: undefined };
  if (row.needsSeat && row.idleSeatId) {
    await run(services.pool, noteUse, [row.idleSeatId]).catch((error: unknown) =>
      services.logger.warn({ err: error }, 'the use of an agent seat could not be written'),
    );
  }
  return state;
}
