import { createHash } from 'node:crypto';
import Router from '@koa/router';
import { type Brand, cspHash, pageHeadersOf, renderPage } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';
import { chooseEncoding, compress, type KeptBody, keptBody, minBytes } from '../http/compress-responses.js';
import { withBasePath } from '../http/paths.js';
import { once } from '../once.js';
import { type ApiExamples, placeholders } from './api-examples.js';
import { curlOf } from './curl-of.js';
import { FirstSteps } from './first-steps.js';
import type { OpenApiDocument } from './openapi.js';
import type { ProviderEndpoint } from './provider-endpoints.js';
import { ReferencePage } from './reference-page.js';
import { referenceSections } from './reference-sections.js';
import { referenceStyles } from './reference-styles.js';
import { readSearch, searchScript } from './search.js';

const documentPath = '/openapi.json';
const pagePath = '/docs';

/** The paths of the API description. */
export const apiDocsPaths: readonly string[] = [documentPath, pagePath];

export interface ApiDocsParts {
  document(): OpenApiDocument;
  provider: readonly ProviderEndpoint[];
  brand: Brand;
  basePath: string;
  /** Real values for the examples. They are read for each page, because the data changes. */
  examples: (() => Promise<ApiExamples>) | undefined;
}

/**
 * Serves the OpenAPI document and the API reference page. Both are created once, at the first request; a search and a page
 * with real values each time.
 */
export function apiDocs({ document, provider, brand, basePath, examples }: ApiDocsParts): Middleware {
  const json = once(() => keptBody(JSON.stringify(document())));
  const etag = once(() => createHash('sha256').update(json().text).digest('base64url'));
  const contentWith = (values: ApiExamples) => ({
    sections: referenceSections(document(), provider, values),
    firstSteps: firstStepsOf(document(), values),
  });
  const kept = once(() => contentWith(placeholders));
  const page = (content: ReturnType<typeof contentWith>, search: string) =>
    withBasePath(renderPage(<ReferencePage {...{ ...content, search, pagePath, documentPath, brand }} />), basePath);
  const whole = once(() => keptBody(page(kept(), '')));
  const pageHeaders = once(() => withScript(pageHeadersOf(brand, referenceStyles)));

  const router = new Router();
  router.get(documentPath, (ctx) => {
    ctx.set({
      'Content-Type': 'application/json; charset=utf-8',
      // Weak, because all encodings share it and differ in their bytes.
      ETag: `W/"${etag()}"`,
      // It changes with the version and the plugins, so browsers revalidate it each time.
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.status = 200;
    ctx.vary('Accept-Encoding');
    if (ctx.fresh) ctx.status = 304;
    else sendKept(ctx, json());
  });
  router.get(pagePath, async (ctx) => {
    const search = readSearch(ctx.query['q']);
    ctx.set(pageHeaders());
    ctx.vary('Accept-Encoding');
    if (examples) await sendNew(ctx, page(contentWith(await examples()), search));
    else if (search === '') sendKept(ctx, whole());
    else await sendNew(ctx, page(kept(), search));
  });
  // The router's context type only adds properties to Koa's.
  return router.routes() as unknown as Middleware;
}

/** The call that every user can make first, or that of the first token. */
function firstStepsOf({ paths, servers }: OpenApiDocument, examples: ApiExamples) {
  const issuer = servers[0]?.url ?? '';
  const path = examples.firstCall;
  const operation = paths[path]?.['get'];
  const token = examples.tokens[0]?.variable ?? 'TOKEN';
  const called = operation && { origin: issuer, method: 'get', path, operation };
  const call = called && curlOf(called, { ...examples, requestOf: () => ({ token }) });
  return <FirstSteps {...{ issuer, examples, call }} />;
}

type Sent = Pick<Context, 'req' | 'set' | 'body'>;
const encodingOf = ({ req }: Sent) => chooseEncoding(req.headers['accept-encoding']);

function sendKept(ctx: Sent, kept: KeptBody): void {
  const encoding = encodingOf(ctx);
  const encoded = kept.encoded(encoding);
  if (encoding && encoded) ctx.set('Content-Encoding', encoding);
  // A buffer, because `addBasePath` changes strings, and the base path is already in it.
  ctx.body = encoded ?? Buffer.from(kept.text);
}

async function sendNew(ctx: Sent, html: string): Promise<void> {
  const encoding = encodingOf(ctx);
  if (encoding && html.length >= minBytes) {
    ctx.set('Content-Encoding', encoding);
    ctx.body = await compress(html, encoding, 6);
  } else ctx.body = Buffer.from(html);
}

function withScript(headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...headers,
    'Content-Security-Policy': `${headers['Content-Security-Policy']}; script-src '${cspHash(searchScript)}'`,
  };
}
