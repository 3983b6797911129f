import type { Prisma } from '@org/identity-prisma';

/** Prisma's type of a JSON column allows any JSON; this column contains only objects. */
export function settingsOf(tenant: { settings: Prisma.JsonValue }): Record<string, unknown> {
  return tenant.settings as Record<string, unknown>;
}
