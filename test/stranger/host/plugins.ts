import { connections } from '@org/identity-connections';
import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { badges } from 'badge-desk';
import { withEagerErasure } from './eager-erasure.js';

/** The plugins of this host, for the server and for its command. */
export const plugins = (): IdentityPlugin[] => [
  withEagerErasure(users({ deletionGraceDays: 0 })),
  tenants(),
  licensing(),
  webhooks(),
  connections(),
  badges(),
];
