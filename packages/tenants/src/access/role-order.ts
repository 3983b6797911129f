import type { Role } from '@org/identity-core';

const order: readonly Role[] = ['member', 'admin', 'owner'];

/** Whether a role has more rights than another one. */
export const isHigherRole = (role: Role, than: Role): boolean => order.indexOf(role) > order.indexOf(than);
