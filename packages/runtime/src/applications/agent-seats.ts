import type { AgentSeatRule } from '@org/identity-prisma';
import { z } from 'zod';

/** Which seat an agent needs to use an application for a person, as the API, the seed and the commands write it. */
export const AgentSeats = z.enum(['of-the-person', 'own']);
export type AgentSeats = z.output<typeof AgentSeats>;

const stored: Readonly<Record<AgentSeats, AgentSeatRule>> = { 'of-the-person': 'OF_THE_PERSON', own: 'OWN' };

/** The value of the column. */
export const storedAgentSeats = (value: AgentSeats): AgentSeatRule => stored[value];

/** A row with the value of the API. */
export function withAgentSeats<Row extends { agentSeats: AgentSeatRule }>(
  row: Row,
): Omit<Row, 'agentSeats'> & { agentSeats: AgentSeats } {
  const agentSeats: AgentSeats = row.agentSeats === 'OWN' ? 'own' : 'of-the-person';
  return { ...row, agentSeats };
}
