import { type Brand, type Language, pageHeadersOf, renderPage, withOwnScripts, withUsedCss } from '@org/identity-ui';
import type { Context } from 'koa';
import type { VNode } from 'preact';

export interface ShownPage {
  readonly page: VNode;
  readonly brand: Brand;
  readonly language: Language;
  /** Default: the status that is already set. */
  readonly status?: number;
  /** CSS for this page only. Its `Layout` needs the same value. */
  readonly styles?: string;
}

/** Responds with a page. Every page of the service is sent by this function. */
export function showPage(ctx: Pick<Context, 'set' | 'status' | 'body'>, shown: ShownPage): void {
  const { brand, language, styles } = shown;
  const whole = { html: renderPage(shown.page, language), headers: pageHeadersOf(brand, styles) };
  const { html, headers } = styles === undefined ? whole : withUsedCss(whole.html, whole.headers, styles);
  if (shown.status !== undefined) ctx.status = shown.status;
  ctx.set({ ...withOwnScripts(headers, html), 'Content-Language': language });
  ctx.body = html;
}
