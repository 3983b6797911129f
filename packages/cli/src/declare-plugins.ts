import type { DeclaredLists } from '@org/identity-core';
import type { Given } from './line/command.js';

/**
 * Declares the lists of a host's plugins, such as error codes and fields of clients; without a host, those of the plugins that
 * the program contains. A server does so when it is composed.
 */
export async function declarePlugins({ plugins, program }: Pick<Given, 'plugins' | 'program'>): Promise<void> {
  if (!plugins) return program.declareBuiltIn();
  const [{ declareLists }, { checkDeclarations }] = await Promise.all([
    import('@org/identity-core'),
    import('@org/identity-runtime/check-declarations'),
    import('@org/identity-runtime/declared-lists'),
  ]);
  checkDeclarations(plugins);
  for (const { declares } of plugins) declareLists<DeclaredLists>(declares ?? {});
}
