import { drawPage, type IdentityServer } from '@org/identity-server';
import type { Middleware } from 'koa';
import type { ServerEnvironment } from '../environment.js';
import { isLoopbackHost } from '../loopback.js';
import { StartPage } from './start-page.js';

type Shown = Pick<ServerEnvironment, 'development' | 'seedDemo'> & { mailbox: boolean };

/** Answers `/` with the start page; a program that wants JSON finds nothing there. */
export function serveStartPage(identity: Pick<IdentityServer, 'issuer' | 'brand'>, shown: Shown): Middleware {
  const basePath = new URL(identity.issuer).pathname.replace(/\/$/u, '');
  return (ctx, next) => {
    const asked = ctx.path === '/' || ctx.path === basePath || ctx.path === `${basePath}/`;
    if (!asked || !['GET', 'HEAD'].includes(ctx.method) || ctx.accepts('html', 'json') !== 'html') return next();
    // Not for a web page whose own name leads to 127.0.0.1.
    const development = shown.development && isLoopbackHost(ctx.hostname);
    ctx.vary('Accept');
    drawPage(ctx, identity, ({ brand }) => (
      <StartPage
        brand={brand}
        basePath={basePath}
        development={development}
        demoUsers={development && shown.seedDemo}
        mailbox={development && shown.mailbox}
      />
    ));
  };
}
