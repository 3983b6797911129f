import type { Route } from '../api/route.js';
import type { PageRoute } from './page-route.js';

/** Parts that depend on what other plugins bring. */
export interface LateParts {
  readonly routes?: readonly Route[];
  readonly pages?: readonly PageRoute[];
}
