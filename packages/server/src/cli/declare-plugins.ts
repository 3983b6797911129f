import type { DeclaredLists } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';

/**
 * Declares the lists of a host's plugins, such as error codes and fields of clients; without a host, those of the built-in
 * plugins. A server does so when it is composed.
 */
export async function declarePlugins(
  plugins: readonly Pick<IdentityPlugin, 'name' | 'declares'>[] | undefined,
): Promise<void> {
  if (!plugins) {
    const { declareBuiltIn } = await import('../built-in-plugins.js');
    return declareBuiltIn();
  }
  const [{ declareLists }, { checkDeclarations }] = await Promise.all([
    import('@org/identity-core'),
    import('../check-declarations.js'),
    import('../declared-lists.js'),
  ]);
  checkDeclarations(plugins);
  for (const { declares } of plugins) declareLists<DeclaredLists>(declares ?? {});
}
