import { randomUUID } from 'node:crypto';
import { createEventBus, type Database, type IdentityPlugin, type IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

/** A plugin that takes the vault of its server, so that a test can store the secret of a webhook. */
export function vaultProbe(): IdentityPlugin & { vault(): Vault } {
  let found: Vault | undefined;
  return {
    name: 'vault-probe',
    setup: ({ vault }) => {
      found = vault;
      return {};
    },
    vault() {
      if (!found) throw new Error('The server has not started yet.');
      return found;
    },
  };
}

export interface NewWebhook {
  readonly url: string;
  readonly events?: string[];
  /** Without it, the webhook gets the events of all tenants. */
  readonly tenantId?: string | null;
}

/** Adds a webhook in the database. */
export async function addWebhook(
  db: Database,
  vault: Vault,
  { url, events = ['*'], tenantId = null }: NewWebhook,
): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const key = Buffer.from(randomUUID());
  await db.webhook.create({ data: { id, tenantId, url, events, secret: vault.seal(`webhook:${id}`, key) } });
  return { id, secret: `whsec_${key.toString('base64')}` };
}

/** Publishes events in transactions of 100. */
export async function publishMany(db: Database, count: number): Promise<void> {
  const bus = createEventBus();
  const event = { type: 'tenant.updated', tenantId: null, actor: { kind: 'system', id: null }, data: {} } as const;
  for (let done = 0; done < count; done += 100)
    await db.$transaction((tx) =>
      bus.publishAll(
        tx,
        Array.from({ length: Math.min(100, count - done) }, (_, index) => ({
          ...event,
          subjectId: String(done + index),
        })),
      ),
    );
}
