import { rememberVerified } from '@org/identity-core';
import type { Provider } from 'oidc-provider';
import type { Composed } from './compose.js';
import { createApp } from './create-app.js';
import { constantResponses } from './http/constant-responses.js';
import { originOf } from './interactions/client-origin.js';
import { consentStep } from './interactions/consent-step.js';
import { createKeyRing } from './keys/key-ring.js';
import { needsSuperAdminFactor } from './loopback-defaults.js';
import { countGrants } from './observe/metrics.js';
import { createSignInEvents, noSignInEvents } from './observe/sign-in-events.js';
import type { Opened } from './open.js';
import { maxTokenSeconds } from './options.js';
import { bearerGuard, verification } from './provider/access-tokens.js';
import { createProvider } from './provider/create-provider.js';
import { orderSteps } from './provider/sign-in-steps.js';

/** What `assemble` returns: everything that handles requests. */
export type Assembled = Awaited<ReturnType<typeof assemble>>;

/** Third step: reads the keys and creates the provider, the bearer guard of the APIs, and the app with all other routes. */
export async function assemble(opened: Opened, composed: Composed) {
  const { settings, secret, logger, outages, db, pool, clientChanges } = opened;
  const { composition, metrics, events, notices, fetch } = composed;
  const { issuer, accessTokenAlgorithm: algorithm } = settings;
  const { translate } = outages;
  const { pollSeconds } = settings.keys;
  const tokenSeconds = maxTokenSeconds(settings);
  const keys = await createKeyRing({ db, secret, logger, outages, pollSeconds, tokenSeconds, algorithm });
  composed.setSigningKeys(keys);
  const signing = { issuer, audience: settings.audience ?? issuer, keys, algorithm };
  const verify = rememberVerified(verification(signing));
  const constant = constantResponses(settings.keys);
  const { tenants } = composition;
  const findLinks = async (clientId: string) => (await provider.Client.find(clientId)) ?? {};
  const findOrigin = async (clientId: string, redirectUri: unknown) => {
    const client = await provider.Client.find(clientId);
    return client && originOf(client, redirectUri);
  };
  // Its pages and texts are loaded only if it is on.
  const devices = settings.deviceFlow ? await import('./devices/device-flow.js') : undefined;
  const ownSteps = [
    consentStep({ db, pool, events, tenants, findLinks, findOrigin }),
    ...(devices ? [devices.deviceStep({ db, pool, tenants, provider: () => provider })] : []),
  ];
  const steps = orderSteps(composition.steps, ownSteps);
  const signInEvents = composition.recordsSignIns
    ? createSignInEvents({ db, pool, events, tenants, logger })
    : noSignInEvents;
  const provider: Provider = createProvider({
    settings,
    composition,
    steps,
    keys,
    db,
    pool,
    logger,
    tokens: { ...signing, verify, pool, logger },
    events,
    fetch,
    sendLogoutNotices: notices.sendSoon,
    setTellClient: composed.setTellClient,
    translate,
    keepConstant: constant.keep,
    clientChanges,
    signInEvents,
    device: devices?.deviceFlow(
      { issuer, brand: settings.brand, accounts: composition.accounts },
      { db, pool, events, logger },
    ),
  });
  countGrants(provider, metrics);

  const superAdminFactor = needsSuperAdminFactor(settings);
  const proofsFor = settings.dPoP ? issuer : undefined;
  const authenticate = bearerGuard({ verify, pool, translate, superAdminFactor, proofsFor });
  const parts = { provider, authenticate, steps, signInEvents };
  return { keys, constant, provider, authenticate, steps, ...createApp(opened, composed, parts) };
}
