import { accountClientId, type SetupLinks, type TenantVisit } from '@org/identity-core';
import { type Brand, knownTimeZone } from '@org/identity-ui';
import { type Console, visitOf } from './consoles.js';
import { areasTexts } from './texts.js';

/**
 * The pages of a setup link, for a visitor without an account. The visitor has no role: only areas and use-cases that know
 * setup links let such a visitor in.
 */
export function consoleOfSetup({ brand }: { brand: Brand }, setupLinks: SetupLinks): Console<TenantVisit> {
  const base = '/setup';
  return {
    path: base,
    brand,
    wide: true,
    groups: 'tenant',
    ownForms: true,
    signOut: undefined,
    closed: 'missing',
    name: (language) => areasTexts[language].frame.setup,
    subject: ({ tenant }) => tenant.name,
    links: () => [],
    async open(request) {
      const opened = await setupLinks.open(request);
      if (!('linkId' in opened)) return opened;
      const { linkId, tenant, formToken } = opened;
      const visit: TenantVisit = {
        ...visitOf(request),
        base,
        // That the link is valid is what counts. It is checked with every change.
        signedInAt: new Date(),
        hidden: { formToken },
        timeZone: knownTimeZone(undefined),
        tenant: { ...tenant, role: null },
        principal: {
          kind: 'user',
          userId: linkId,
          origin: { kind: 'setup_link', tenantId: tenant.id },
          sessionUid: linkId,
          clientId: accountClientId,
          applicationId: null,
          scopes: [],
          firstParty: true,
          superAdmin: false,
          secondFactor: false,
          tenant: null,
        },
      };
      return { visit };
    },
  };
}
