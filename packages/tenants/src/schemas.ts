import { Id, Timestamp } from '@org/identity-core';
import { z } from 'zod';

export const TenantParams = z.object({ id: Id });

export const TenantList = z.object({
  tenants: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      role: z.string(),
      memberCount: z.number(),
      createdAt: Timestamp,
    }),
  ),
});

export const TenantDetails = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  settings: z.record(z.string(), z.unknown()),
  mfaPolicy: z.string(),
  memberCount: z.number(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
