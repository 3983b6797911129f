import {
  type Area,
  createOutgoingFetch,
  createOutgoingPost,
  type OutgoingLimits,
  type TenantResolver,
} from '@org/identity-core';
import { afterCommit, createEventBus, createRehearsals } from '@org/identity-prisma';
import { areaPages } from './areas/area-pages.js';
import { createLogoutNotices, type LogoutNoticeServices } from './background/logout-notices.js';
import { createMailLimits } from './background/mail/mail-limits.js';
import { createOutbox } from './background/mail/outbox.js';
import { type Composition, composePlugins, offers } from './compose-plugins.js';
import type { IdentityServerOptions } from './identity-server.js';
import type { Keys } from './keys/load-keys.js';
import { createVault } from './keys/secrets.js';
import { createSigner } from './keys/signer.js';
import { hasPlatformConsole, needsSuperAdminFactor } from './loopback-defaults.js';
import { watchFeedLag } from './observe/feed-lag.js';
import { createMetrics } from './observe/metrics.js';
import type { Opened } from './open.js';

import { ownPlugin } from './own-plugin.js';
import { ownPersonalData } from './personal-data/own-personal-data.js';
import { missingOption } from './provider/client-needs.js';
import { endRights } from './provider/end-rights.js';

/** What `compose` returns: the plugins, and the services that they and the server share. */
export type Composed = ReturnType<typeof compose>;

/** Second step: creates the services that plugins get, and combines the plugins. */
export function compose({ settings, secret, logger, db, pool }: Opened, { plugins, mail }: IdentityServerOptions) {
  const { issuer, brand } = settings;
  const metrics = createMetrics(pool);
  const recordsSignIns = offers(plugins, 'signInRecords');
  const events = createEventBus(metrics.countEvent, { recordsSignIns });
  // The plugins set it below.
  let writeMails = (_signal?: AbortSignal): Promise<void> => Promise.resolve();
  const outbox = createOutbox({ pool, secret, transport: mail, logger, write: (signal) => writeMails(signal) });
  // The next step sets it. No notice is sent before the server runs.
  let tellClient: LogoutNoticeServices['tell'] = () => Promise.reject(new Error('The provider is not ready yet.'));
  const notices = createLogoutNotices({ pool, logger, tell: (notice) => tellClient(notice) });
  // The next step sets these too.
  let signingKeys: Pick<Keys, 'signing'> = { signing: [] };
  const { allowPrivateNetworks: allowPrivate } = settings;
  const fetch = createOutgoingFetch({ allowPrivate });
  const vault = createVault(secret);
  const services = {
    db,
    pool,
    issuer,
    brand,
    logger,
    events,
    mail: outbox,
    notedMails: outbox,
    mailLimits: createMailLimits(settings.limits.mail),
    sendMail: () => afterCommit(outbox.sendSoon),
    sendLogoutNotices: () => afterCommit(notices.sendSoon),
    fetch,
    createPost: (limits: OutgoingLimits) => createOutgoingPost({ ...limits, allowPrivate }),
    allowsPrivateNetworks: settings.allowPrivateNetworks,
    vault,
    signer: createSigner({ db, issuer, keys: () => signingKeys }),
  };
  const platformConsole = hasPlatformConsole(settings);
  // The consoles ask for both when a page is opened: all plugins are set up by then.
  const hasAreas = (name: Area['place']) => composed.areas.some(({ place }) => place === name);
  const brokeGlass: TenantResolver['brokeGlass'] = async (owner) => composed.tenants?.brokeGlass?.(owner);
  const own = ownPlugin({
    ...{ secret, platformConsole, hasAreas, brokeGlass },
    missingOption: (need) => missingOption(settings, need),
    superAdminFactor: { required: needsSuperAdminFactor(settings) },
  });
  const composed: Composition = composePlugins([...plugins, own], services, {
    personalData: ownPersonalData({ db, secret }),
    platformConsole,
  });
  if (offers(plugins, 'eventFeed')) watchFeedLag(pool, metrics.registry);
  writeMails = composed.writeMails;
  events.subscribe([...endRights, ...composed.subscribers]);
  const setTellClient = (tell: LogoutNoticeServices['tell']) => {
    tellClient = tell;
  };
  const setSigningKeys = (keys: Pick<Keys, 'signing'>) => {
    signingKeys = keys;
  };
  const rehearsals = createRehearsals(db, settings.poolSize);
  const signOut = hasAreas('account') ? '/account/sign-out' : undefined;
  const frame = { brand, pool, vault, signOut, namesOf: composed.namesOf, ...rehearsals };
  const composition = {
    ...composed,
    recordsSignIns,
    pages: [...areaPages(composed, frame), ...composed.pages],
  };
  return { composition, metrics, events, outbox, notices, setTellClient, setSigningKeys, fetch, ...rehearsals };
}
