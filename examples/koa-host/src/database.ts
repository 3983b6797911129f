import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.js';

/** Prisma's client over this app's own tables. */
export type AppDatabase = PrismaClient;

/** Opens the app's own connections; the identity server has others, to its own schema. */
export function openDatabase(databaseUrl: string): AppDatabase {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl }) });
}
