import {
  type Authenticate,
  type Brand,
  createBearerGuard,
  createOutgoingFetch,
  createRouter,
  errorBoundary,
  type Logger,
  logWithRequestIds,
  type MailTransport,
  rememberVerified,
  standardErrorLogger,
} from '@org/identity-core';
import { createEventBus, type Database, findTokenState, type IdentityPlugin, openDatabase } from '@org/identity-prisma';
import Koa, { type Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { apiDocs, apiDocsPaths } from './api-docs/api-docs.js';
import type { OpenApiDocument } from './api-docs/openapi.js';
import { openApiDocument } from './api-docs/openapi-document.js';
import { answerBelow, basePathOf } from './base-path.js';
import { watchClientChanges } from './client-changes.js';
import { composePlugins } from './compose-plugins.js';
import { compressReplies } from './compression/compress-replies.js';
import { consentStep } from './consent-step.js';
import { constantAnswers } from './constant-answers.js';
import { cors } from './cors.js';
import { door } from './door.js';
import { endRights } from './end-rights.js';
import { interactionRoutes } from './interactions/interaction-routes.js';
import { keepMailJob, logoutNoticeJob, mailJob, purgeJob } from './jobs/own-jobs.js';
import { runJobs } from './jobs/run-jobs.js';
import { keepKeysJob } from './keys/keep-keys.js';
import { createKeyRing } from './keys/key-ring.js';
import { createVault } from './keys/vault.js';
import { createLogoutNotices } from './logout/logout-notices.js';
import { takeOverLogoutNotices } from './logout/tell-client.js';
import { createMailLimits } from './mail/mail-limits.js';
import { createOutbox } from './mail/outbox.js';
import { ownPathsOnly } from './mount.js';
import { type NodeHandler, nodeHandler } from './node-handler.js';
import { notFound } from './not-found.js';
import { countGrants } from './observe/count-grants.js';
import { countSignIns } from './observe/count-sign-ins.js';
import { createMetrics } from './observe/metrics.js';
import { notePageRoutes } from './observe/note-page-routes.js';
import { observeRequests } from './observe/observe-requests.js';
import { once } from './once.js';
import { longestTokenLife, readSettings, type ServerSettings } from './options.js';
import { ownAnswers } from './own-answers.js';
import { pageRoutes } from './page-routes.js';
import { ownPersonalData } from './personal-data/own-personal-data.js';
import { verification } from './provider/access-tokens.js';
import { signedInPath } from './provider/account-client.js';
import { sessionCookie } from './provider/cookies.js';
import { createProvider } from './provider/create-provider.js';
import { providerEndpoints } from './provider/endpoints.js';
import { useKeys } from './provider/use-keys.js';
import { requireMigrations } from './readiness.js';
import { createOutages } from './unavailable.js';

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

/** Puts provider and plugins together, on one database. */
export async function createIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const settings = readSettings(options);
  const { databaseUrl } = options;
  const logger = logWithRequestIds(options.logger ?? standardErrorLogger);
  await requireMigrations(databaseUrl, options.migrations ?? 'check');
  const outages = createOutages(logger);
  const { translate } = outages;
  const { db, pool, requireResponsive, close } = openDatabase({
    databaseUrl,
    poolSize: settings.poolSize,
    preparedStatements: settings.preparedStatements,
    timeouts: settings.databaseTimeouts,
    onConnectionError: (error) => logger.warn({ err: error }, 'database connection lost'),
    onAway: (error) => outages.note(error),
    onBack: () => outages.responds(),
  });
  const clientChanges = watchClientChanges({ pool, databaseUrl, listen: settings.preparedStatements });
  try {
    const { issuer, brand } = settings;
    const basePath = basePathOf(issuer);
    const metrics = createMetrics(pool);
    const events = createEventBus(({ type }) => metrics.countEvent(type));
    const outbox = createOutbox({ pool, secret: settings.secret, transport: options.mail, logger });
    // Nothing is told before the provider below is there.
    const notices = createLogoutNotices({ pool, logger, tell: (notice) => tellClient(notice) });
    const sendLogoutNotices = notices.sendSoon;
    const fetch = createOutgoingFetch({ allowInner: settings.allowInnerAddresses });
    const services = {
      db,
      pool,
      issuer,
      brand,
      logger,
      events,
      mail: outbox,
      mailLimits: createMailLimits(settings.limits.mail),
      sendMail: outbox.sendSoon,
      sendLogoutNotices,
      fetch,
      vault: createVault(settings.secret),
    };
    const ownData = ownPersonalData({ db, secret: settings.secret });
    const composition = composePlugins(options.plugins, services, ownData);
    events.subscribe([...endRights, ...composition.subscribers]);
    const { secret, accessTokenAlgorithm: algorithm } = settings;
    const keys = await createKeyRing({
      db,
      secret,
      logger,
      outages,
      pollSeconds: settings.keys.pollSeconds,
      tokenSeconds: longestTokenLife(settings),
      algorithm,
    });
    const signing = { issuer, audience: settings.audience ?? issuer, keys, algorithm };
    const tokens = { ...signing, verify: rememberVerified(verification(signing)), pool, logger };
    const constant = constantAnswers(settings.keys);
    const provider = createProvider({
      settings,
      composition,
      keys,
      db,
      pool,
      logger,
      tokens,
      fetch,
      sendLogoutNotices,
      translate,
      keepConstant: constant.keep,
      clientChanges,
    });
    countGrants(provider, metrics);
    const tellClient = takeOverLogoutNotices(provider);
    const findLinks = async (clientId: string) => (await provider.Client.find(clientId)) ?? {};
    const counted = composition.steps.map((step) => countSignIns(step, metrics));
    const steps = [...counted, consentStep({ db, tenants: composition.tenants, findLinks })];
    const authenticate = createBearerGuard({
      verify: tokens.verify,
      findTokenState: (jti, read) =>
        findTokenState(pool, jti, read).catch((error: unknown) => {
          // A host that calls `authenticate` in a route of its own gets the 503 as well.
          throw translate(error) ?? error;
        }),
    });

    const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
    // A connection that breaks off is no failure of ours; without a listener Koa would print it.
    for (const each of [app, provider])
      each.on('error', (error: Error) => logger.debug({ err: error }, 'response not finished'));
    app.use(errorBoundary(logger, translate));
    app.use(door);
    app.use(cors(db, issuer));
    app.use(compressReplies(createRouter(composition.routes, authenticate, logger)));
    app.use(notePageRoutes);
    app.use(answerBelow(basePath));
    app.use(
      interactionRoutes({
        provider,
        pool,
        issuer,
        brand,
        logger,
        steps,
        accounts: composition.accounts,
        tenants: composition.tenants,
        sendLogoutNotices,
        translate,
      }),
    );
    const { accounts } = composition;
    const visitors = {
      provider,
      issuer,
      secret: settings.secret,
      accounts,
      sessionSeconds: settings.lifetimes.session,
    };
    app.use(
      pageRoutes(composition.pages, {
        provider,
        issuer,
        brand,
        logger,
        cookie: sessionCookie(issuer),
        visitors,
        accounts,
        pool,
        sendLogoutNotices,
        translate,
      }),
    );
    const openApi = once(() => openApiDocument(composition.sections, { issuer, productName: brand.productName }));
    if (settings.apiDocs) app.use(apiDocs({ document: openApi, provider: providerEndpoints(issuer), brand, basePath }));
    app.use(notFound({ issuer, brand }));

    // Last, as the jobs: what has failed by here leaves no timer behind.
    keys.follow((changed) => {
      useKeys(provider, changed);
      constant.forget();
    });
    const ownJobs = [
      purgeJob(pool),
      mailJob(outbox),
      keepMailJob({ db, secret }),
      logoutNoticeJob(notices),
      keepKeysJob({ db, events, secret }, settings),
    ];
    const jobs = runJobs([...ownJobs, ...composition.jobs], { pool, logger, metrics, outages });
    const answers = ownAnswers(
      { provider, app, constant, observer: observeRequests({ logger, metrics }), settings },
      {
        routes: [signedInPath, ...[...composition.routes, ...composition.pages].map(({ path }) => path)],
        exact: settings.apiDocs ? apiDocsPaths : [],
      },
    );
    return {
      middleware: () => ownPathsOnly(answers, basePath),
      handler: () => nodeHandler(answers, basePath, new Koa().use(notFound({ issuer, brand })).callback()),
      issuer,
      brand,
      checkReadiness: async () => {
        requireResponsive();
        await requireMigrations(databaseUrl, 'check', readinessMilliseconds);
      },
      authenticate,
      get openApi() {
        return openApi();
      },
      db,
      provider,
      metrics: metrics.registry,
      close: async () => {
        // A mail under way is finished, or the next process would send it again; a transport that hangs is left behind.
        const stopping = [
          jobs.stop(),
          outbox.stop(),
          notices.stop(),
          keys.stop(),
          clientChanges.stop(),
          composition.close(),
        ];
        await atMost(closeMilliseconds, Promise.all(stopping));
        outages.stop();
        await close();
      },
    };
  } catch (error) {
    await clientChanges.stop();
    await close();
    throw error;
  }
}

const closeMilliseconds = 5_000;
/** A load balancer is told within two seconds. */
const readinessMilliseconds = 1_200;

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
