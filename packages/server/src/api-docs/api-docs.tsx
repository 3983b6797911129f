import { createHash } from 'node:crypto';
import Router from '@koa/router';
import { type Brand, pageHeadersOf, renderPage } from '@org/identity-core';
import type { Middleware } from 'koa';
import { once } from '../once.js';
import type { OpenApiDocument } from './openapi.js';
import { ReferencePage } from './reference-page.js';
import { referenceStyles } from './reference-styles.js';

const documentPath = '/openapi.json';
const pagePath = '/docs';

/** The addresses of the API description. */
export const apiDocsPaths: readonly string[] = [documentPath, pagePath];

/** Serves the API description to programs and people. Both bodies are made once, when somebody asks. */
export function apiDocs(document: () => OpenApiDocument, brand: Brand): Middleware {
  const json = once(() => JSON.stringify(document()));
  const html = once(() =>
    renderPage(<ReferencePage document={document()} documentPath={documentPath} brand={brand} />),
  );
  const router = new Router();
  serve(documentPath, json, () => documentHeaders(json()));
  serve(pagePath, html, () => pageHeadersOf(brand, referenceStyles));
  // The router's own context type differs from Koa's only in what it adds.
  return router.routes() as unknown as Middleware;

  function serve(path: string, body: () => string, headers: () => Record<string, string>): void {
    router.get(path, (ctx) => {
      ctx.status = 200;
      ctx.set(headers());
      if (ctx.fresh) ctx.status = 304;
      else ctx.body = body();
    });
  }
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
