import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { ConstantAnswers } from './constant-answers.js';
import type { Answer } from './mount.js';
import type { Observer } from './observe/observe-requests.js';
import { isProviderPath } from './provider/paths.js';

export interface OwnPaths {
  /** Patterns; what is below them is ours as well. */
  routes: readonly string[];
  /** Ours to the letter: what is below them is the host's. */
  exact: readonly string[];
}

const answered = Promise.resolve();

/** Who answers a path: the library those of OAuth / OIDC, our app the others of ours, nobody those of the host. */
export function ownAnswers(
  parts: { provider: Provider; app: Koa; constant: Pick<ConstantAnswers, 'send'>; observer: Observer },
  paths: OwnPaths,
): (path: string) => Answer | undefined {
  const { constant, observer } = parts;
  const library = parts.provider.callback();
  const app = parts.app.callback();
  const byLibrary: Answer = (request) => {
    const { req, res } = request;
    if (!constant.send(req, res)) return observer.run(request, () => library(req, res));
    observer.note(request);
    return answered;
  };
  const byApp: Answer = (request) => observer.run(request, () => app(request.req, request.res));

  const roots = [...new Set(['/interaction', ...paths.routes.map((path) => path.replace(/\/:.*$/u, ''))])];
  const known = new Set([...paths.exact, ...roots]);
  const prefixes = roots.map((root) => `${root}/`);
  return (path) => {
    if (isProviderPath(path)) return byLibrary;
    return known.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? byApp : undefined;
  };
}
