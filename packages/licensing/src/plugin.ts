import type { IdentityPlugin } from '@org/identity-prisma';
import { seatData } from './personal-data.js';

/** License types, subscriptions and seats. */
export function licensing(): IdentityPlugin {
  return { name: 'licensing', personalData: seatData };
}
