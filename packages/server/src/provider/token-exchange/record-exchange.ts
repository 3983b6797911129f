import type { DomainEvent } from '@org/identity-core';
import { recordEvent, type SubjectToken } from '@org/identity-prisma';
import type { TokenExchangeParts } from './token-exchange-parts.js';

/**
 * Records that a client began to act for a user. Only for its first token of a grant: an agent may exchange a token for each
 * of its calls, and nobody reads a thousand entries. A token is issued even if this fails.
 */
export async function recordExchange(
  { tokens, events, db }: TokenExchangeParts,
  { subject, agentId, audience }: { subject: SubjectToken; agentId: string; audience: unknown },
): Promise<void> {
  const { state, firstClientId } = subject;
  const event: DomainEvent = {
    type: 'token.exchanged',
    tenantId: state.tenant?.id ?? null,
    actor: { kind: 'machine', id: agentId },
    subjectId: state.userId,
    data: { clientId: firstClientId, agentId, ...(typeof audience === 'string' ? { audience } : {}) },
  };
  try {
    if (events.isOnlyRecorded(event.type)) await recordEvent(tokens.pool, events, event);
    else await events.publish(db, event);
  } catch (error) {
    tokens.logger.error({ err: error, type: 'token.exchanged' }, 'an event of a token exchange could not be recorded');
  }
}
