import type { Actor } from '@org/identity-core';
import { type IdentityPluginHost, type Transaction, uuidV7 } from '@org/identity-prisma';
import { LineRefused } from './line-refused.js';
import type { PlannedLink } from './plan-person.js';

interface LinkedPerson {
  readonly userId: string;
  readonly links: readonly PlannedLink[];
}

/** Links accounts of upstream providers. Throws if one of them belongs to another account; the unique indexes decide. */
export async function addImportedLinks(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { people, actor }: { people: readonly LinkedPerson[]; actor: Actor },
): Promise<void> {
  const rows = people.flatMap(({ userId, links }) => links.map((link) => ({ id: uuidV7(), userId, ...link })));
  if (rows.length === 0) return;
  const { count } = await tx.ssoLink.createMany({ data: rows, skipDuplicates: true });
  if (count < rows.length) throw new LineRefused('links', 'Another account has this link.');
  await events.publishAll(
    tx,
    rows.map(({ userId, provider }) => ({
      type: 'sso.linked' as const,
      tenantId: null,
      actor,
      subjectId: userId,
      data: { provider },
    })),
  );
}
