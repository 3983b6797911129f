import type { IdentityPlugin } from '@org/identity-prisma';
import { declaredLists } from './declared-lists.js';

export function connections(): IdentityPlugin {
  return { name: 'connections', declares: declaredLists, setup: () => ({}) };
}
