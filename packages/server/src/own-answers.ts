import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { ConstantAnswers } from './constant-answers.js';
import type { Answer, OwnAnswers } from './mount.js';
import type { Observer } from './observe/observe-requests.js';
import { isProviderPath } from './provider/paths.js';

export interface OwnPaths {
  /** Patterns; what is below them is ours as well. */
  routes: readonly string[];
  /** Ours to the letter: what is below them is the host's. */
  exact: readonly string[];
}

/** Sent with every response of ours, whoever makes it: browsers keep to its type and, on https, to https. */
function headersOf({ issuer, hstsSeconds }: { issuer: string; hstsSeconds: number }): readonly [string, string][] {
  const secure = issuer.startsWith('https:') && hstsSeconds > 0;
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ...(secure ? [['Strict-Transport-Security', `max-age=${hstsSeconds}`] as [string, string]] : []),
  ];
}

/** Who answers a path: the library those of OAuth / OIDC, our app the others of ours, nobody those of the host. */
export function ownAnswers(
  parts: {
    provider: Provider;
    app: Koa;
    constant: Pick<ConstantAnswers, 'send'>;
    observer: Observer;
    settings: { issuer: string; hstsSeconds: number };
  },
  paths: OwnPaths,
): OwnAnswers {
  const { constant, observer } = parts;
  const library = parts.provider.callback();
  const app = parts.app.callback();
  const headers = headersOf(parts.settings);
  const run: typeof observer.run = (request, work) => {
    for (const [name, value] of headers) request.res.setHeader(name, value);
    return observer.run(request, work);
  };
  const byLibrary: Answer = (request) => run(request, () => library(request.req, request.res));
  const byApp: Answer = (request) => run(request, () => app(request.req, request.res));

  const roots = [...new Set(['/interaction', ...paths.routes.map((path) => path.replace(/\/:.*$/u, ''))])];
  const known = new Set([...paths.exact, ...roots]);
  const prefixes = roots.map((root) => `${root}/`);
  return {
    sendKept: (request) => {
      // What is kept has the headers of every answer already.
      if (!constant.send(request)) return false;
      observer.note(request);
      return true;
    },
    answerOf: (path) => {
      if (isProviderPath(path)) return byLibrary;
      return known.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? byApp : undefined;
    },
  };
}
