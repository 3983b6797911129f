import { text } from '@org/identity-core';
import { LicenseTypeSeed, SubscriptionSeed } from '@org/identity-licensing';
import { TenantSeed } from '@org/identity-tenants';
import { UserSeed } from '@org/identity-users';
import { z } from 'zod';
import { ApiInput } from '../apis/api-input.js';
import { AgentSeats } from '../applications/agent-seats.js';
import { clientInput } from '../clients/client-input.js';

const ApplicationSeed = z.strictObject({
  id: z.uuid().optional(),
  name: text(100, { min: 1 }),
  agentSeats: AgentSeats.optional(),
  licenseTypes: z.array(LicenseTypeSeed).default([]),
});

/** The initial data of a deployment. */
export const SeedData = z.strictObject({
  applications: z.array(ApplicationSeed).default([]),
  users: z.array(UserSeed).default([]),
  tenants: z.array(TenantSeed).default([]),
  clients: z.array(clientInput()).default([]),
  apis: z.array(ApiInput).default([]),
  subscriptions: z.array(SubscriptionSeed).default([]),
});
export type SeedData = z.input<typeof SeedData>;
/** The same with every default. */
export type Seed = z.output<typeof SeedData>;

/** Parses the seed. Throws an error that names every wrong entry by its id or name. */
export function readSeed(input: SeedData): Seed {
  const parsed = SeedData.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `- ${describe(input, issue.path)} ${issue.message}`);
  throw new Error(`The seed has mistakes; nothing was written.\n${problems.join('\n')}`);
}

function describe(input: unknown, path: readonly PropertyKey[]): string {
  const [section, index, ...rest] = path.map(String);
  if (section === undefined) return 'The seed:';
  const entry = z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).safeParse(input).data?.[
    section ?? ''
  ]?.[Number(index)];
  const name = entry?.['id'] ?? entry?.['name'] ?? entry?.['slug'] ?? entry?.['email'] ?? index;
  return [`${section} "${String(name)}"`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}
