import type { DomainEvent } from '@org/identity-core';
import type { SubjectToken } from '@org/identity-prisma';
import { noteEvent } from '../../observe/note-event.js';
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
  await noteEvent({ ...tokens, events, db }, event);
}
