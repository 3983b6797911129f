import { createHash } from 'node:crypto';
import { type Brand, pageHeadersOf, renderPage } from '@org/identity-core';
import type { Middleware } from 'koa';
import type { OpenApiDocument } from './openapi.js';
import { ReferencePage } from './reference-page.js';
import { referenceStyles } from './reference-styles.js';

const documentPath = '/openapi.json';
const pagePath = '/docs';

/** The addresses of the API description. */
export const apiDocsPaths: readonly string[] = [documentPath, pagePath];

/** Serves the API description to programs and people. Both bodies are made once. */
export function apiDocs(document: OpenApiDocument, brand: Brand): Middleware {
  const json = JSON.stringify(document);
  const html = renderPage(<ReferencePage document={document} documentPath={documentPath} brand={brand} />);
  const answers = new Map([
    [documentPath, { body: json, headers: documentHeaders(json) }],
    [pagePath, { body: html, headers: pageHeadersOf(brand, referenceStyles) }],
  ]);
  return async (ctx, next) => {
    const answer = ctx.method === 'GET' || ctx.method === 'HEAD' ? answers.get(ctx.path) : undefined;
    if (!answer) return next();
    ctx.status = 200;
    ctx.set(answer.headers);
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = answer.body;
  };
}

function documentHeaders(json: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ETag: `"${createHash('sha256').update(json).digest('base64url')}"`,
    // It changes with the version and the plugins: kept, but asked for each time.
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  };
}
