import type { Authenticate, Brand, Logger, MailTransport } from '@org/identity-core';
import type { Database, IdentityPlugin } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { OpenApiDocument } from './api-docs/openapi.js';
import type { NodeHandler } from './http/node-handler.js';
import type { ServerSettings } from './options.js';

export type IdentityServerOptions = z.input<typeof ServerSettings> & {
  databaseUrl: string;
  plugins: readonly IdentityPlugin[];
  /** Without it, warnings and errors are written to standard error. */
  logger?: Logger;
  /** Delivers mail, e.g. `smtpTransport({ url, from })`. Without it mail waits in the database. */
  mail?: MailTransport;
  /** `check` (default) refuses a database whose migrations are missing; `apply` brings it up to date first. */
  migrations?: 'check' | 'apply';
};

export interface IdentityServer {
  /** Answers the service's own paths and leaves all others to the host. */
  middleware(): Middleware;
  /** The same for `node:http`, Express and Fastify: `(req, res, next)`. */
  handler(): NodeHandler;
  /** Whether the database can be reached and is up to date; throws otherwise. */
  checkReadiness(): Promise<void>;
  /** The caller of a request, for a host's own routes. */
  readonly authenticate: Authenticate;
  /** Describes the JSON API of all plugins, as it is served at `/openapi.json`. */
  readonly openApi: OpenApiDocument;
  /** The issuer as it was given, and the look with its defaults: for pages of the host's own. */
  readonly issuer: string;
  readonly brand: Brand;
  readonly db: Database;
  readonly provider: Provider;
  /** What this process counts, for Prometheus: serve it with `metricsRoute()` or merge it into the host's own. */
  readonly metrics: Registry;
  /** Stops jobs and closes the database. Stop accepting requests first. */
  close(): Promise<void>;
}
