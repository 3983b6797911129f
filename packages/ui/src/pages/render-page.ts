import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { colourScript } from '../console/colour-script.js';
import { copyScript } from '../console/copy-script.js';
import { previewScript } from '../console/preview-script.js';
import { type Language, languages } from '../language/language.js';
import { inLanguage } from '../language/texts.js';
import { brandStylesOf, type Styling } from './brand-styles.js';
import { cspHash } from './csp-hash.js';
import { passkeyScript } from './passkey-script.js';
import { revealScript } from './reveal-script.js';
import { selfSendingScript } from './self-sending-script.js';
import { sendAgainScript } from './send-again-script.js';
import { stylesheetHash } from './stylesheet.js';

/** The HTML document of a page. */
export function renderPage(node: VNode, language: Language = languages[0]): string {
  return `<!doctype html>${renderPart(node, language)}`;
}

/** The HTML of a part of a page, for pages that render some parts only once. */
export function renderPart(node: VNode, language: Language = languages[0]): string {
  // HTML allows to leave these end tags out. Text is escaped, so it cannot contain one.
  return renderToString(inLanguage(language, node)).replaceAll(/<\/(?:option|dd|tr)>/gu, '');
}

// No `form-action`: browsers apply it to every redirect that follows the POST, and the last one leads to the client's
// own site (or to its custom scheme on a phone).
function contentSecurityPolicy(styleHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${styleHashes.map((hash) => `'${hash}'`).join(' ')}`,
    "img-src 'self' data: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The headers of every hosted page. `Cross-Origin-Opener-Policy` is left out: it would cut a sign-in popup off from the
 * app that opened it and waits for its result.
 */
export const pageHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy([stylesheetHash]),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  // For browsers without frame-ancestors.
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const headersOfStyles = new WeakMap<object, Record<string, string>>();

/** The headers of a page in that look. Its policy also allows the styles of the brand, and those of the page. */
export function pageHeadersOf(brand: Styling, ownStyles?: string): Record<string, string> {
  const styles = brandStylesOf(brand);
  if (ownStyles !== undefined) return headersWith([...(styles ? [styles.hash] : []), cspHash(ownStyles)]);
  if (!styles) return pageHeaders;
  const headers = headersOfStyles.get(styles) ?? headersWith([styles.hash]);
  headersOfStyles.set(styles, headers);
  return headers;
}

function headersWith(hashes: readonly string[]): Record<string, string> {
  return { ...pageHeaders, 'Content-Security-Policy': contentSecurityPolicy([stylesheetHash, ...hashes]) };
}

const scripts = [
  revealScript,
  passkeyScript,
  previewScript,
  sendAgainScript,
  colourScript,
  copyScript,
  selfSendingScript,
];
const ownScripts = scripts.map((script) => ({
  element: `<script>${script}</script>`,
  source: `'${cspHash(script)}'`,
}));

/** Adds to the policy of a document those of our scripts that it contains. */
export function withOwnScripts(headers: Readonly<Record<string, string>>, html: string): Record<string, string> {
  // Text of users is escaped, so it cannot contain such an element.
  const sources = ownScripts.filter(({ element }) => html.includes(element)).map(({ source }) => source);
  if (sources.length === 0) return { ...headers };
  return {
    ...headers,
    'Content-Security-Policy': `${headers['Content-Security-Policy']}; script-src ${sources.join(' ')}`,
  };
}

/** One of our scripts in a page. Raw, because escaping a quote would change the bytes of the CSP hash. */
export function OwnScript({ script }: { script: string }) {
  return h('script', { dangerouslySetInnerHTML: { __html: script } });
}
