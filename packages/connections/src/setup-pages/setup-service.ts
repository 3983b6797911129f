import type { SetupLinks } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { openedLink } from '../setup-links/opened-link.js';
import { deadLink } from './link-pages.js';

/** Opens the pages of a setup link for the browser that has its cookie. */
export function setupService({ db, brand }: Pick<IdentityPluginHost, 'db' | 'brand'>): SetupLinks {
  return {
    async open(request) {
      const link = await openedLink(db, request);
      if (!link) return deadLink(brand);
      const { id: linkId, tenant, formToken } = link;
      return { linkId, tenant, formToken };
    },
  };
}
