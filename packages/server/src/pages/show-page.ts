import { type Brand, type Language, pageHeadersOf, renderPage, withOwnScripts } from '@org/identity-core';
import type { Context } from 'koa';
import type { VNode } from 'preact';

export interface ShownPage {
  readonly page: VNode;
  readonly brand: Brand;
  readonly language: Language;
  /** Stays what it is unless given. */
  readonly status?: number;
  /** CSS of this page alone; its `Layout` has it, too. */
  readonly styles?: string;
}

/** Answers with a page; every page of the service goes out by here. */
export function showPage(ctx: Pick<Context, 'set' | 'status' | 'body'>, shown: ShownPage): void {
  const html = renderPage(shown.page, shown.language);
  if (shown.status !== undefined) ctx.status = shown.status;
  ctx.set({ ...withOwnScripts(pageHeadersOf(shown.brand, shown.styles), html), 'Content-Language': shown.language });
  ctx.body = html;
}
