import type { Authenticate, Logger, MailTransport } from '@org/identity-core';
import type { Database, IdentityPlugin } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { ApiExamples } from './api-docs/api-examples.js';
import type { OpenApiDocument } from './api-docs/openapi.js';
import type { EntryPoint } from './entry-points.js';
import type { NodeHandler } from './http/dispatch.js';
import type { ServerSettings } from './options.js';

export type IdentityServerOptions = z.input<typeof ServerSettings> & {
  databaseUrl: string;
  plugins: readonly IdentityPlugin[];
  /** Default: writes warnings and errors to standard error. */
  logger?: Logger;
  /** Delivers mail, e.g. `smtpTransport({ url, from })`. Without it, mail stays queued in the database. */
  mail?: MailTransport;
  /** Real values for the examples on `/docs`, which everyone can read: for demo data only. Without it they are placeholders. */
  apiExamples?: () => Promise<ApiExamples>;
  /** `check` (default) refuses a database whose migrations are missing; `apply` brings it up to date first. */
  migrations?: 'check' | 'apply';
};

export interface IdentityServer {
  /** Koa middleware that handles the service's own paths and passes all others to the host. */
  middleware(): Middleware;
  /** The same for `node:http`, Express and Fastify: `(req, res, next)`. */
  handler(): NodeHandler;
  /** Throws unless the database can be reached, can write and is up to date. */
  checkReadiness(): Promise<void>;
  /** Returns the caller of a request. For the host's own routes. */
  readonly authenticate: Authenticate;
  /** The OpenAPI document of all plugins' routes, as served at `/openapi.json`. */
  readonly openApi: OpenApiDocument;
  /** Every route, page, form and sign-in step, with the origins of sessions that it takes. */
  readonly entryPoints: readonly EntryPoint[];
  /** The issuer as it was given, and the brand with its defaults. For the host's own pages. */
  readonly issuer: string;
  readonly brand: Brand;
  readonly db: Database;
  readonly provider: Provider;
  /** The Prometheus metrics of this process. Serve them with `metricsRoute()` or merge them into the host's registry. */
  readonly metrics: Registry;
  /**
   * Ends event streams and requests that wait, and begins no new ones. Call it when you stop accepting requests: the HTTP server
   * would wait for them.
   */
  drain(): void;
  /** Stops jobs and closes the database. Stop accepting requests first. */
  close(): Promise<void>;
}
