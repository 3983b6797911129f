export { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
