import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { drawPage, type IdentityServer } from '@org/identity-server';
import type { Middleware } from 'koa';
import { GuidePage, guideStyles } from './guide-page.js';

/** Where the guides are served. Below it the paths are those of the files, so that relative links work. */
export const guidesPath = '/guides';

// From dist/src/guides to the folder of the workspace.
const folder = new URL('../../../../../docs/', import.meta.url);
// No dots except for the ending: the path cannot leave the folder.
const known = /^\/guides\/((?:[\w-]+\/)*[\w-]+\.(?:md|png|svg))$/u;
const pictureTypes: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };
// For a picture that is opened on its own: an SVG is a document.
const pictureHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Serves the files in `docs` as pages, with their pictures. For development: the files are not part of a deployment. */
export function serveGuides(identity: Pick<IdentityServer, 'issuer' | 'brand'>): Middleware {
  return async (ctx, next) => {
    const [, name] = known.exec(ctx.path) ?? [];
    if (name === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const content = await readFile(new URL(name, folder)).catch(() => undefined);
    if (!content) return next();
    const type = pictureTypes[extname(name)];
    if (type !== undefined) {
      ctx.set({ ...pictureHeaders, 'Content-Type': type });
      ctx.body = content;
      return;
    }
    // Loaded at the first guide: most servers never show one.
    const { renderGuide } = await import('./render-guide.js');
    const guide = renderGuide(forServer(content.toString('utf8'), identity.issuer), name);
    drawPage(ctx, identity, ({ brand }) => <GuidePage {...{ brand, guide }} />, { styles: guideStyles });
  };
}

/** The guide with commands and links for this server. As it is written, they are for `npm start` without settings. */
function forServer(guide: string, issuer: string): string {
  return guide.replaceAll('http://localhost:3000', issuer).replaceAll('localhost:3000', new URL(issuer).host);
}
