import { PlainName } from '@org/identity-core';
import { BroughtLicenseType, BroughtSubscription } from '@org/identity-licensing';
import { BroughtTenant } from '@org/identity-tenants';
import { z } from 'zod';
import { AgentSeats } from '../applications/agent-seats.js';

/**
 * A line in front of the people of an export: an application with its license types, or a tenant with its subscriptions. Only
 * the command reads it; over the API it is a line with an unknown field.
 */
export const CatalogueLine = z.strictObject({
  catalogue: z.union([
    z.strictObject({
      application: z.strictObject({
        name: PlainName,
        agentSeats: AgentSeats.default('of-the-person'),
        licenseTypes: z.array(BroughtLicenseType).default([]),
      }),
    }),
    z.strictObject({
      tenant: BroughtTenant.extend({ subscriptions: z.array(BroughtSubscription).default([]) }),
    }),
  ]),
});
export type CatalogueLine = z.output<typeof CatalogueLine>;

/** How every such line begins. */
export const catalogueStart = '{"catalogue":';
