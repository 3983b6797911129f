import { connections } from '@org/identity-connections';
import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users, webhooks } from '@org/identity-server';

/** The plugins of this host, for the server and for its command. */
export const plugins = (): IdentityPlugin[] => [users(), tenants(), licensing(), webhooks(), connections()];
