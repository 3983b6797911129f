import type { Transaction } from '@org/identity-prisma';

/** Who says that a client is an agent: an operator, or the client itself in its document or registration. */
type MarkedBy = 'byOperator' | 'byClient';

/**
 * Says that a client is an agent, or takes it back. A client that describes itself stays an agent as long as one of both says
 * so. What else follows is up to the database: see `prisma/functions/agent-seats.sql`.
 */
export async function markAgent(
  tx: Transaction,
  clientId: string,
  { by, agent }: { by: MarkedBy; agent: boolean },
): Promise<void> {
  const before = await tx.agentClient.findUnique({ where: { clientId } });
  if (!before && !agent) return;
  const marks = { byOperator: false, byClient: false, ...before, [by]: agent };
  if (!marks.byOperator && !marks.byClient) {
    await tx.agentClient.delete({ where: { clientId } });
    return;
  }
  const { byOperator, byClient } = marks;
  await tx.agentClient.upsert({
    where: { clientId },
    create: { clientId, byOperator, byClient },
    update: { byOperator, byClient },
  });
}
