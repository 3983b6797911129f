import { Id, Timestamp, text } from '@org/identity-core';
import { DomainStatus } from '@org/identity-prisma';
import { z } from 'zod';
import { normalDomain } from './domain-name.js';

/** A domain as people write it. Longer than any name in ASCII: letters of other scripts become several characters there. */
const DomainName = text(253, { trim: true, min: 1 })
  .refine((value) => normalDomain(value) !== undefined, 'must be a domain such as acme.com')
  .transform((value) => normalDomain(value) ?? value)
  // The API description cannot see the result of a transform.
  .meta({ type: 'string' });

export const DomainsParams = z.object({ id: Id });
export const DomainParams = z.object({ id: Id, domainId: Id });
export const AddDomainBody = z.strictObject({ domain: DomainName });
export const DomainDetails = z.object({
  id: z.uuid(),
  domain: z.string(),
  status: z.enum(DomainStatus),
  record: z.object({ name: z.string(), value: z.string() }),
  checkedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export const DomainList = z.object({ domains: z.array(DomainDetails) });
