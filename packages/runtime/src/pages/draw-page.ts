import type { Brand, Language } from '@org/identity-ui';
import type { Context } from 'koa';
import type { VNode } from 'preact';
import { requestLanguage } from './request-language.js';
import { showPage } from './show-page.js';

/** What a page of the host needs to match the hosted pages. */
export interface PageLook {
  readonly brand: Brand;
  readonly language: Language;
}

/** Responds with a page of the host, with the look, the language and the headers of the hosted pages. */
export function drawPage(
  ctx: Context,
  { issuer, brand }: { issuer: string; brand: Brand },
  draw: (look: PageLook) => VNode,
  { styles }: { styles?: string } = {},
): void {
  const { language } = requestLanguage(ctx, issuer);
  showPage(ctx, { page: draw({ brand, language }), brand, language, status: 200, ...(styles ? { styles } : {}) });
}
