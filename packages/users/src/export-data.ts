import type { IdentityPluginHost } from '@org/identity-prisma';

/** Everything that is stored about a person, one section for each part of the service. */
export async function exportData({ personalData }: Pick<IdentityPluginHost, 'personalData'>, userId: string) {
  const sections: Record<string, unknown> = {};
  // One after the other: an export may be large, and nobody waits for it in a hurry.
  for (const { name, collect } of personalData()) sections[name] = await collect(userId);
  return { exportedAt: new Date(), sections };
}
