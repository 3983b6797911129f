/*
 * The plugins of this package. A server has those that it is given; commands and seeds without a host have these.
 */
import type { IdentityPlugin } from '@org/identity-prisma';
import type { SsoProvider } from '@org/identity-users';

/** The plugins themselves. */
export async function builtInPlugins({ sso = [] }: { sso?: readonly SsoProvider[] } = {}): Promise<IdentityPlugin[]> {
  const [{ users }, { tenants }, { licensing }] = await Promise.all([
    import('@org/identity-users'),
    import('@org/identity-tenants'),
    import('@org/identity-licensing'),
  ]);
  return [users({ sso: [...sso] }), tenants(), licensing()];
}

/** Makes known what they declare, without loading the plugins themselves: commands must start fast. */
export async function declareBuiltIn(): Promise<void> {
  await Promise.all([
    import('@org/identity-licensing/declared'),
    import('@org/identity-tenants/declared'),
    import('@org/identity-users/declared'),
    import('@org/identity-webhooks/declared'),
    import('./declared-lists.js'),
  ]);
}
