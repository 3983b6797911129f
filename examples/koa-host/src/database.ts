import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.js';

/** The Prisma client for the app's own tables. */
export type AppDatabase = PrismaClient;

/** Opens the connections of the app. The identity server has its own connections, to its own schema. */
export function openDatabase(databaseUrl: string): AppDatabase {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl }) });
}
