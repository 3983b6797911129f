import { randomUUID } from 'node:crypto';
import { drawPage, type IdentityServer, type MailTransport } from '@org/identity-server';
import type { Context, Middleware } from 'koa';
import { type KeptMail, MailboxPage, mailboxStyles } from './mailbox-page.js';

const maxMails = 200;
const path = '/dev/mail';

// A mail contains names that users chose, so it must not run scripts or send forms. Its links open in a new window.
const frameHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export interface DevMailbox {
  transport: MailTransport;
  middleware(identity: Pick<IdentityServer, 'issuer' | 'brand'>): Middleware;
}

/** A mail server for development. It keeps the mails and shows them at `/dev/mail`, newest first. */
export function devMailbox(): DevMailbox {
  const mails: { mail: KeptMail; framePath: string }[] = [];
  return {
    transport: {
      send(mail) {
        // A random id: each worker has its own mailbox, so a number could show the mail of another worker.
        mails.unshift({
          mail: { ...mail, receivedAt: new Date().toISOString() },
          framePath: `${path}/${randomUUID()}`,
        });
        mails.length = Math.min(mails.length, maxMails);
        return Promise.resolve();
      },
    },
    middleware: (identity) => async (ctx, next) => {
      if (ctx.method !== 'GET') return next();
      if (ctx.path === path) return showMailbox(ctx, identity, mails);
      const found = mails.find(({ framePath }) => framePath === ctx.path);
      if (!found) return next();
      ctx.set(frameHeaders);
      ctx.body = found.mail.html.replace('<head>', '<head><base target="_blank">');
    },
  };
}

function showMailbox(
  ctx: Context,
  identity: Pick<IdentityServer, 'issuer' | 'brand'>,
  mails: readonly { mail: KeptMail; framePath: string }[],
): void {
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.body = { mails: mails.map(({ mail }) => mail) };
    return;
  }
  drawPage(ctx, identity, ({ brand }) => <MailboxPage brand={brand} mails={mails} />, { styles: mailboxStyles });
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', `${policy}; frame-src 'self'`);
}
