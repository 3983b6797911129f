import type { PrismaClient } from './generated/client.js';

/** The Prisma client for these tables. */
export type Database = PrismaClient;

/** The client that Prisma passes to the callback of a transaction. */
export type Transaction = Parameters<Parameters<Database['$transaction']>[0]>[0];
