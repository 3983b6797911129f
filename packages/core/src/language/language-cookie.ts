import type { PageCookie } from '../page-route.js';
import type { Language } from './language.js';

/** Where the language of a sign-in is kept for the pages that its links lead to. */
export const languageCookieName = 'identity-language';

/** The cookie that keeps a language that somebody asked for; nothing takes it away. */
export function languageCookie(language: Language | undefined): PageCookie {
  return { name: languageCookieName, value: language, maxAgeSeconds: 60 * 60 };
}
