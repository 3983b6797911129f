import { text, webUrlText } from '../input/text.js';
import { isLoopback } from '../outgoing/is-loopback.js';

/** The most characters of a client's URL. */
const maxUrl = 8000;

/** RFC 9700: an exact URL, https except on the own machine, nothing that a browser would run or cut off. */
export const RedirectUri = text(maxUrl).superRefine((value, context) => {
  const problem = redirectUriProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/**
 * Says what is wrong with a redirect URI; undefined if nothing is. `schemes` are accepted although they are no reversed domain
 * names.
 */
export function redirectUriProblem(value: string, schemes: readonly string[] = []): string | undefined {
  if (!URL.canParse(value)) return 'must be an absolute URL';
  const url = new URL(value);
  if (value.includes('#')) return 'must not have a fragment';
  if (value.includes('*')) return 'must be one exact URL, without wildcards';
  if (url.username || url.password) return 'must not hold credentials';
  if (['javascript:', 'data:', 'file:', 'vbscript:', 'blob:'].includes(url.protocol))
    return `must not use ${url.protocol}`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must use https (http only on localhost)';
  return isKnownScheme(url.protocol.slice(0, -1), schemes) ? undefined : 'needs https or a scheme like com.example.app';
}

/** RFC 8252 §7.1: a private-use scheme is a reversed domain name, so that no two apps share one. Others have to be listed. */
export function isKnownScheme(scheme: string, schemes: readonly string[]): boolean {
  return scheme === 'https' || scheme === 'http' || scheme.includes('.') || schemes.includes(scheme);
}

/** OpenID Connect Back-Channel Logout §2.2: the server calls it, so it is http or https. */
export const BackchannelLogoutUri = RedirectUri.refine(
  (value) => /^https?:/iu.test(value),
  'must be an http or https URL',
);

/** An origin as browsers send it. */
export const Origin = text(maxUrl).refine(
  (value) => URL.canParse(value) && new URL(value).origin === value,
  'must be an origin such as https://app.example.com',
);

/** The URL of a page or a picture. */
export const WebUrl = webUrlText(maxUrl, 'must be an http or https URL');

/** Where a client publishes its public keys. The server calls it, so it is https, and http only on the own machine. */
export const JwksUri = RedirectUri.refine((value) => /^https?:/iu.test(value), 'must be an https URL');
