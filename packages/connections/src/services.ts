import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Providers } from './providers/providers.js';

/** What the use-cases of this package need. */
export type ConnectionServices = IdentityPluginHost & { readonly providers: Providers };
