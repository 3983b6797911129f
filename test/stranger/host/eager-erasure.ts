import type { IdentityPlugin } from '@org/identity-prisma';

/** The same plugin, but closed accounts are erased within a second instead of within the hour. */
export const withEagerErasure = (plugin: IdentityPlugin): IdentityPlugin => ({
  ...plugin,
  setup(host) {
    const parts = plugin.setup?.(host) ?? {};
    const jobs = (parts.jobs ?? []).map((job) => (job.name === 'erase-accounts' ? { ...job, everySeconds: 1 } : job));
    return { ...parts, jobs };
  },
});
