import { drawPage, type IdentityServer } from '@org/identity-server';
import type { Middleware } from 'koa';
import type { ServerEnvironment } from '../environment.js';
import { isLoopbackHost } from '../loopback.js';
import { StartPage, startPageStyles } from './start-page.js';

type Shown = Pick<ServerEnvironment, 'development' | 'seedDemo'> & { mailbox: boolean };

/** Serves the start page at `/`. A program that accepts only JSON gets a 404. */
export function serveStartPage(identity: Pick<IdentityServer, 'issuer' | 'brand'>, shown: Shown): Middleware {
  const basePath = new URL(identity.issuer).pathname.replace(/\/$/u, '');
  return (ctx, next) => {
    const isStartPage = ctx.path === '/' || ctx.path === basePath || ctx.path === `${basePath}/`;
    if (!isStartPage || !['GET', 'HEAD'].includes(ctx.method) || ctx.accepts('html', 'json') !== 'html') return next();
    // Not for other host names: a site's name could mean 127.0.0.1 (DNS rebinding).
    const development = shown.development && isLoopbackHost(ctx.hostname);
    ctx.vary('Accept');
    const draw = ({ brand }: Pick<IdentityServer, 'brand'>) => (
      <StartPage
        brand={brand}
        basePath={basePath}
        development={development}
        demoUsers={development && shown.seedDemo}
        mailbox={development && shown.mailbox}
      />
    );
    drawPage(ctx, identity, draw, { styles: startPageStyles });
  };
}
