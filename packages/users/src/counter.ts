export { createCounter, keyOf } from '@org/identity-prisma';
