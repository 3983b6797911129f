import type { IdentityPlugin } from '@org/identity-prisma';
import { declaredLists } from './declared-lists.js';

export function scim(): IdentityPlugin {
  return { name: 'scim', declares: declaredLists, setup: () => ({}) };
}
