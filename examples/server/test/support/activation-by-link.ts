import { type Route, tokenOptional } from '@org/identity-core';
import type { Delegate, IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { allPlugins } from './test-server.js';

const base = '/api/test-links';

/** The route that activates a connection for the setup link of its tenant. */
export const linkRoute = (tenantId: string, connectionId: string) =>
  `${base}/${tenantId}/connections/${connectionId}/activate`;

/**
 * The visitors of setup links have pages only, and those say in words that an owner has to activate. With these plugins, the
 * route of the API that activates a connection has a copy that a setup link calls.
 */
export function activatedByLink(settings: { dnsServers: string[] }): { plugins: IdentityPlugin[] } {
  const plugins = allPlugins(settings).map((plugin) => ({
    ...plugin,
    setup(host: IdentityPluginHost) {
      const parts = plugin.setup?.(host) ?? {};
      const late = () => {
        const { routes = [], ...others } = parts.late?.() ?? {};
        const activate = routes.find(({ path }) => path.endsWith('/connections/:connectionId/activate'));
        return { ...others, routes: activate ? [...routes, asLink(host, activate)] : routes };
      };
      return { ...parts, late };
    },
  }));
  return { plugins };
}

const asLink = ({ db }: IdentityPluginHost, activate: Route): Route => ({
  ...activate,
  path: linkRoute(':id', ':connectionId'),
  errors: [...activate.errors, 'OWNER_CONFIRMATION_REQUIRED'],
  guard: tokenOptional,
  async handle(input) {
    const { id: tenantId } = input.params as { id: string };
    const { id, tenant } = await db.setupLink.findFirstOrThrow({ where: { tenantId }, include: { tenant: true } });
    const link: Delegate<'setup_link'> = {
      kind: 'setup_link',
      id,
      tenantId,
      tenant,
      scopes: [],
      actor: { kind: 'machine', id },
      formToken: '',
      isValid: async () => true,
    };
    return activate.handle({ ...input, principal: link });
  },
});
