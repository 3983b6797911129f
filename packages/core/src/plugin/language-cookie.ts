import type { Language } from '@org/identity-ui';
import type { PageCookie } from './page-route.js';

/** The cookie that keeps the language of a sign-in for the pages that mailed links open. */
export const languageCookieName = 'identity-language';

/** The cookie that keeps a language that the user asked for. `undefined` removes it. */
export function languageCookie(language: Language | undefined): PageCookie {
  return { name: languageCookieName, value: language, maxAgeSeconds: 60 * 60 };
}
