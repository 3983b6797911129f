import Koa from 'koa';
import { apiDocsPaths } from './api-docs/api-docs.js';
import type { Assembled } from './assemble.js';
import { serverDaysJob } from './background/count-days.js';
import { keepEventsJob, keepMailJob, logoutNoticeJob, mailJob, purgeJob } from './background/own-jobs.js';
import { runJobs } from './background/run-jobs.js';
import { signedInPath } from './clients/account-client.js';
import type { Composed } from './compose.js';
import { entryPointsOf } from './entry-points.js';
import { foreignClientJobs } from './foreign-clients/accepts-foreign-clients.js';
import { createDispatcher, nodeHandler, ownPathsOnly } from './http/dispatch.js';
import { basePathOf, registrationPath } from './http/paths.js';
import type { IdentityServer } from './identity-server.js';
import { keepKeysJob } from './keys/keep-keys.js';
import { observeRequests } from './observe/observe-requests.js';
import { keepTokenRequests } from './observe/token-requests.js';
import type { Opened } from './open.js';
import { notFound } from './pages/not-found.js';
import { useKeys } from './provider/patches/provider-keystore.js';
import { requireMigrations } from './require-migrations.js';
import type { RunningProcess } from './secret/announce-process.js';

const closeMilliseconds = 5_000;
/** A load balancer gets its response within two seconds. */
const readinessMilliseconds = 1_200;

/** Last step: starts the background work and returns the server. If an earlier step fails, no timer is running yet. */
export function serve(
  opened: Opened,
  composed: Composed,
  assembled: Assembled,
  running: RunningProcess,
): IdentityServer {
  const { settings, db, requireResponsive } = opened;
  const { provider, authenticate, openApi, steps } = assembled;
  const { issuer, brand } = settings;
  const basePath = basePathOf(issuer);
  const stop = startBackground(opened, composed, assembled);
  const dispatcher = dispatcherOf(opened, composed, assembled);
  return {
    middleware: () => ownPathsOnly(dispatcher, basePath),
    handler: () => nodeHandler(dispatcher, basePath, new Koa().use(notFound({ issuer, brand })).callback()),
    issuer,
    brand,
    checkReadiness: async () => {
      requireResponsive();
      await requireMigrations(opened, 'check', { timeoutMilliseconds: readinessMilliseconds });
    },
    authenticate,
    get openApi() {
      return openApi();
    },
    get entryPoints() {
      return entryPointsOf({ ...composed.composition, steps });
    },
    db,
    provider,
    metrics: composed.metrics.registry,
    drain: () => composed.composition.drain(),
    close: async () => {
      // Wait for mail that is being sent, or the next process would send it again. Do not wait for a transport that hangs.
      await atMost(closeMilliseconds, stop());
      await atMost(closeMilliseconds, running.stop());
      opened.outages.stop();
      await opened.closeDatabase();
    },
  };
}

/** Polls for new keys and runs the jobs. Returns the function that stops all of it. */
function startBackground(opened: Opened, composed: Composed, { keys, constant, provider }: Assembled) {
  const { settings, secret, logger, outages, db, pool } = opened;
  const { composition, metrics, events, outbox, notices } = composed;
  keys.follow((changed) => {
    useKeys(provider, changed);
    constant.forget();
  });
  const ownJobs = [
    purgeJob(pool),
    mailJob(outbox),
    keepMailJob({ db, secret }),
    logoutNoticeJob(notices),
    keepEventsJob({ pool, logger, metrics }, settings.events),
    keepKeysJob({ db, events, secret }, settings),
    serverDaysJob(pool, composition),
    ...foreignClientJobs(settings, { db, events }),
  ];
  const jobs = runJobs([...ownJobs, ...composition.jobs], { pool, logger, metrics, outages });
  composition.start();
  const parts = [jobs, outbox, notices, keys, keepTokenRequests({ pool, metrics, logger, outages })];
  return () => Promise.all([...parts.map((part) => part.stop()), composition.close()]);
}

function dispatcherOf({ settings, logger }: Opened, { composition, metrics }: Composed, assembled: Assembled) {
  const { provider, app, constant } = assembled;
  const { routes, pages, files, ownPaths } = composition;
  const registrationPaths = settings.dynamicRegistration === 'off' ? [] : [registrationPath];
  return createDispatcher(
    { provider, app, constant, observer: observeRequests({ logger, metrics }), settings },
    {
      routes: [
        ...registrationPaths,
        signedInPath,
        ...ownPaths,
        ...[...routes, ...pages, ...files].map(({ path }) => path),
      ],
      exact: settings.apiDocs ? apiDocsPaths : [],
    },
  );
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
