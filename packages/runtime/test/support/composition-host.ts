import { silentLogger } from '@org/identity-core';
import { createEventBus, type IdentityPluginHost, openDatabase } from '@org/identity-prisma';
import { noMailLimits } from '@org/identity-testing';
import test from 'ava';
import type { LateHost } from '../../src/compose-plugins.js';
import { createVault } from '../../src/keys/secrets.js';
import { createSigner } from '../../src/keys/signer.js';

// No test here queries the database, and a pool connects only with its first query.
export const { db, pool, close } = openDatabase({ databaseUrl: 'postgresql://localhost/nothing' });
test.after.always(() => close());
/** What a server passes to its plugins, apart from what the composition adds. */
export const host: Omit<IdentityPluginHost, LateHost> = {
  events: createEventBus(),
  mail: { add: () => Promise.resolve() },
  mailLimits: { max: noMailLimits, count: () => Promise.resolve() },
  notedMails: { noted: () => {}, queue: () => Promise.resolve() },
  sendMail() {},
  sendLogoutNotices() {},
  db,
  pool,
  issuer: 'http://localhost:3000',
  brand: { productName: 'Test' },
  logger: silentLogger,
  fetch,
  createPost: () => () => Promise.reject(new Error('no requests here')),
  allowsPrivateNetworks: true,
  vault: createVault('a secret of at least 32 characters'),
  signer: createSigner({ db: undefined as never, issuer: 'https://id.example.com', keys: () => ({ signing: [] }) }),
};
