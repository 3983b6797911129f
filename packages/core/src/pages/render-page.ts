import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { stylesheetHash } from './stylesheet.js';

/** The HTML document of a page. */
export function renderPage(node: VNode): string {
  return `<!doctype html>${renderToString(node)}`;
}

// No `form-action`: browsers apply it to every redirect that follows the post, and the
// last one leads to the client's own site (or to its custom scheme on a phone).
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${stylesheetHash}'`,
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The headers every hosted page is sent with. `Cross-Origin-Opener-Policy` is left out:
 * it would cut a sign-in popup off from the app that opened it and waits for its answer.
 */
export const pageHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  // For browsers that predate frame-ancestors.
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
