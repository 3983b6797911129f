import type { Area, Brand, PageRoute } from '@org/identity-core';
import { areaRoutes, type Place } from './area-routes.js';
import { areasTexts } from './texts.js';

/** The pages of all areas that the plugins contribute, in the frame of their place. */
export function areaPages(areas: readonly Area[], { brand }: { brand: Brand }): PageRoute[] {
  return areaRoutes(accountPlace(brand), areas);
}

/** The user's own account; a visitor who is not signed in signs in first. */
function accountPlace(brand: Brand): Place {
  const base = '/account';
  return {
    path: base,
    brand,
    name: (language) => areasTexts[language].frame.account,
    async open({ userId, session, params, query, form, ip, cookie, language }, returnTo) {
      if (userId === undefined || !session) return { signIn: { returnTo } };
      const principal = { userId, sessionUid: session.uid };
      const hidden = { formToken: session.formToken };
      return { visit: { base, principal, params, query, form, ip, cookie, language, hidden } };
    },
  };
}
