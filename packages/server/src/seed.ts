import { type SeedOptions as RuntimeSeedOptions, type SeedPlan, seed as seedWith } from '@org/identity-runtime';
import { builtInPlugins } from './built-in-plugins.js';

/** What is seeded, and where. `plugins` are those of this package if they are left out. */
export type SeedOptions = Omit<RuntimeSeedOptions, 'plugins'> & Partial<Pick<RuntimeSeedOptions, 'plugins'>>;

/** Writes the seed in one transaction: if a single entry is wrong, nothing is written. It can run any number of times. */
export async function seed(options: SeedOptions & { rehearse: true }): Promise<SeedPlan>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined> {
  return seedWith({ ...options, plugins: options.plugins ?? (await builtInPlugins()) });
}
