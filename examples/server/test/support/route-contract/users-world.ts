import { randomUUID } from 'node:crypto';
import { google, licensing, tenants, users, webhooks } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { demoPassword } from '../../../src/demo-data.js';
import { buildRequest, configure, exchange } from '../sign-in.js';
import { addUser, tokenOf } from '../tenant-api.js';
import { startTestServer } from '../test-server.js';
import { startUpstream } from '../upstream.js';
import { type Attempt, lazily } from './attempt.js';

const upstream = await startUpstream();
const pluginsWith = (more: object) => [users({ sso: [google(upstream)], ...more }), tenants(), licensing(), webhooks()];

/** A server on which users can link accounts of another provider. */
export const server = await startTestServer({ plugins: pluginsWith({}) });

/** A server on which users sign in through the other provider only. */
const withoutPasswords = await startTestServer({ plugins: pluginsWith({ passwordSignIn: false }) });

/** A server that allows few wrong passwords from one network. */
const strict = await startTestServer({ plugins: pluginsWith({ signInLimits: { triesPerAddress: 3 } }) });
upstream.serve([server, withoutPasswords].map(({ issuer }) => `${issuer}/sso/google/callback`));

export async function stopAll(): Promise<void> {
  await Promise.all([server, withoutPasswords, strict].map((each) => each.stop()));
  await upstream.stop();
}

/** A new user who has just signed in. */
export async function signedIn() {
  const user = await addUser(server);
  return { ...user, token: await tokenOf(server.issuer, user.email) };
}

/** Links an account of the other provider, directly in the database. */
export async function linked() {
  const user = await signedIn();
  const data = { userId: user.userId, provider: 'GOOGLE', issuer: upstream.issuer, subject: randomUUID() };
  await server.identity.db.ssoLink.create({ data });
  return user;
}

export async function forgetPassword(userId: string): Promise<void> {
  await server.identity.db.user.update({ where: { id: userId }, data: { passwordHash: null } });
}

const onStrict = lazily(async () => tokenOf(strict.issuer, (await addUser(strict)).email));

/** The same request, at the server that allows few wrong passwords. */
export async function atStrict(attempt: Attempt): Promise<Attempt> {
  return { ...attempt, issuer: strict.issuer, token: await onStrict() };
}

/** A request to remove the only way to sign in. */
export async function removeOnlyLogin(): Promise<Attempt> {
  const { issuer } = withoutPasswords;
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'));
  const away = await browser.submit(await browser.open(request.url), { provider: 'GOOGLE' });
  const account = { sub: randomUUID(), email: `${randomUUID()}@sso.test`, email_verified: true, name: 'Only' };
  const { url } = await browser.open(await upstream.visit(away.url, account));
  const { access_token: token } = await exchange(request, url);
  return { issuer, token, path: '/api/users/me/sso/GOOGLE' };
}

export const password = demoPassword;
