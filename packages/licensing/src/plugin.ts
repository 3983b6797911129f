import type { IdentityPlugin } from '@org/identity-prisma';

/** License types, subscriptions and seats. */
export function licensing(): IdentityPlugin {
  return { name: 'licensing' };
}
