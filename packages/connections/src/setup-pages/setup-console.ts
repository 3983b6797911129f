import { type Console, visitOf } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { knownTimeZone, textsOf } from '@org/identity-ui';
import { setupPath } from '../access/console-paths.js';
import { setupLinksTexts } from '../setup-links/texts.js';
import { deadLink } from './link-pages.js';

/**
 * The pages of a setup link, for a visitor without an account. The visitor has no role: only areas of this console and
 * use-cases that name setup links let such a visitor in.
 */
export function setupConsole({ brand }: Pick<IdentityPluginHost, 'brand'>): Console {
  return {
    place: 'setup',
    path: setupPath,
    callers: ['setup_link'],
    groups: ['security'],
    texts: textsOf(setupLinksTexts, ({ console }) => console),
    subject: ({ tenant }) => tenant.name,
    async open(request) {
      const link = await request.caller('setup_link');
      if (!link) return deadLink(brand);
      const { tenant, formToken = '' } = link;
      const visit = {
        ...visitOf(request),
        base: setupPath,
        principal: link,
        tenant: { ...tenant, role: null },
        hidden: { formToken },
        timeZone: knownTimeZone(undefined),
      };
      return { visit };
    },
  };
}
