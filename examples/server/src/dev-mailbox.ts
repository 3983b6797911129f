import type { Mail, MailTransport } from '@org/identity-server';
import type { Middleware } from 'koa';

const kept = 200;

interface KeptMail extends Mail {
  readonly receivedAt: string;
}

/** A mail server for development: keeps the mails and shows them at `/dev/mail`, newest first. */
export function devMailbox(): { transport: MailTransport; middleware: Middleware } {
  const mails: KeptMail[] = [];
  return {
    transport: {
      send(mail) {
        mails.unshift({ ...mail, receivedAt: new Date().toISOString() });
        mails.length = Math.min(mails.length, kept);
        return Promise.resolve();
      },
    },
    middleware: async (ctx, next) => {
      if (ctx.method !== 'GET' || ctx.path !== '/dev/mail') return next();
      ctx.set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      });
      if (ctx.accepts('json', 'html') === 'html') {
        ctx.type = 'html';
        ctx.body = page(mails);
      } else ctx.body = { mails };
    },
  };
}

function page(mails: readonly KeptMail[]): string {
  const items = mails.map(
    ({ to, subject, text, receivedAt }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${escapeHtml(receivedAt)}</p><pre>${linked(escapeHtml(text))}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail</title><h1>Mail of this development server</h1>${items.join('') || '<p>Nothing yet.</p>'}</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/gu, (address) => `<a href="${address}">${address}</a>`);
}
