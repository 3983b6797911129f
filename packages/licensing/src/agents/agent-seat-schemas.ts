import { Id, Pagination, pageFields, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';

const Named = text(200, { min: 1 });
/** As long as the id of a client that is a URL. */
const ClientId = text(2000, { min: 1 });

export const AgentSeatsParams = z.object({ id: Id });
export const AgentSeatParams = z.object({ id: Id, agentSeatId: Id });
export const AgentSeatsQuery = z.strictObject({
  applicationId: Named.optional(),
  /** `true`: also those that have ended. */
  ended: z.enum(['true', 'false']).optional(),
  ...pageFields,
});
export const GrantAgentSeatBody = z.strictObject({ clientId: ClientId, applicationId: Named, licenseTypeId: Named });
export const AgentSeatDetails = z.object({
  id: z.uuid(),
  clientId: z.string(),
  /** Null for a client that was deleted. */
  name: z.string().nullable(),
  applicationId: z.uuid(),
  licenseTypeId: z.uuid(),
  assignedAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  cause: z.string().nullable(),
});
export const AgentSeatList = z.object({ agentSeats: z.array(AgentSeatDetails), pagination: Pagination });
