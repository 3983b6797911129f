import type { Prisma } from '@org/identity-prisma';

/** Prisma types a JSON column as any JSON; this one holds objects only. */
export function settingsOf(tenant: { settings: Prisma.JsonValue }): Record<string, unknown> {
  return tenant.settings as Record<string, unknown>;
}
