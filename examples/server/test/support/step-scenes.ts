import { createHash } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { addDeviceClient, askForCode, typeCode } from './devices.js';
import type { HostileUpstream } from './hostile-upstream.js';
import { twoFactors } from './second-factor.js';
import { buildRequest, configure, enterPassword } from './sign-in.js';
import { addUser, freshTenant, send, tokenOf } from './tenant-api.js';
import type { TestServer } from './test-server.js';

/** A tenant, its provider, and another tenant of the same users. */
export type StepTenants = Awaited<ReturnType<typeof stepTenants>>;

export async function stepTenants(server: TestServer, upstream: HostileUpstream) {
  const { db } = server.identity;
  const [tenant, other] = [await freshTenant(server), await freshTenant(server)];
  await db.tenant.update({ where: { id: tenant.id }, data: { thirdPartyApps: 'ASK' } });
  // Consents are asked for there.
  await db.tenantApplication.create({ data: { tenantId: tenant.id, clientId: 'demo-partner', status: 'ALLOWED' } });
  const domain = `${tenant.slug}.test`;
  const { id: domainId } = await db.domain.create({
    data: { tenantId: tenant.id, domain, status: 'VERIFIED', proof: 'proof' },
  });
  const { issuer, clientId, clientSecret } = upstream;
  const body = { kind: 'OIDC', name: 'Corp Login', issuer, clientId, clientSecret, domains: [domainId] };
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/connections`;
  const added = await send(server.issuer, 'POST', path, token, body);
  const connectionId = String(added.body['id']);
  /** Lets the provider sign users in. Until then their password is asked for. */
  async function activate() {
    await db.connection.update({ where: { id: connectionId }, data: { status: 'ACTIVE', testedVersion: 1 } });
    await db.connectionDomain.updateMany({ where: { connectionId }, data: { active: true } });
  }
  /** A member of both tenants whom the provider knows. */
  async function addPerson(name: string) {
    const { userId, email } = await addUser(server, `${name.replace('_', '-')}@${domain}`);
    await db.membership.createMany({ data: [tenant.id, other.id].map((tenantId) => ({ tenantId, userId })) });
    await db.connectionLink.create({ data: { connectionId, userId, issuer, subject: userId, email } });
    return { userId, email };
  }
  return { tenant, other, activate, addPerson };
}

export interface StepScene {
  /** What the account needs so that the step comes. */
  prepare?(server: TestServer, userId: string): Promise<unknown>;
  /** Begins a request that comes to the step. */
  begin(server: TestServer, browser: TestBrowser, tenant: { slug: string }): Promise<Page>;
}

/** A request of a client, for the tenant unless it is said otherwise. */
const asking =
  (changes: Record<string, string | undefined> = {}, clientId = 'demo-web'): StepScene['begin'] =>
  async ({ issuer }, browser, { slug }) =>
    browser.open((await buildRequest(await configure(issuer, clientId), { tenant: slug, ...changes })).url);

/** For every step of a sign-in, how a user comes to it. */
export const stepScenes: Readonly<Record<string, StepScene>> = {
  login: { begin: asking({ prompt: 'login' }) },
  mfa: {
    async prepare({ identity: { db } }, userId) {
      await db.user.update({ where: { id: userId }, data: { mfaEnabled: true } });
      await db.totp.create({ data: { userId, encryptedSecret: Buffer.from('sealed'), confirmedAt: new Date() } });
    },
    begin: asking({ acr_values: twoFactors }),
  },
  mfa_setup: { begin: asking({ acr_values: twoFactors }) },
  tenant: { begin: asking({ tenant: undefined }) },
  links: {
    async prepare({ identity: { db } }, userId) {
      const link = { provider: 'GOOGLE', issuer: 'https://accounts.google.test', subject: userId, email: 'a@b.test' };
      await db.ssoLink.create({ data: { userId, ...link } });
      await db.user.update({ where: { id: userId }, data: { linksToReview: true } });
    },
    begin: asking(),
  },
  application: {
    async prepare({ identity: { db } }) {
      const { type, redirectUris } = await db.client.findUniqueOrThrow({ where: { id: 'demo-spa' } });
      const data = { name: 'Asked for', type, redirectUris, scopes: ['openid', 'profile', 'email', 'offline_access'] };
      await db.client.create({ data: { id: 'asked-for', ...data, firstParty: false } });
    },
    begin: async ({ issuer }, browser, { slug }) => {
      const { url } = await buildRequest(await configure(issuer, 'demo-spa'), { tenant: slug });
      url.searchParams.set('client_id', 'asked-for');
      return browser.open(url);
    },
  },
  consent: { begin: asking({}, 'demo-partner') },
  device: {
    async begin(server, browser) {
      const clientId = await addDeviceClient(server);
      const { user_code } = await askForCode(server, clientId);
      return typeCode(browser, user_code);
    },
  },
};

/** Signs in on the page of a sign-in with the password. */
export async function byPassword(
  server: TestServer,
  scene: StepScene,
  to: { tenant: { slug: string }; email: string },
) {
  const browser = new TestBrowser(server.issuer);
  const page = await scene.begin(server, browser, to.tenant);
  return { browser, page: await enterPassword(browser, page, to.email) };
}

/** Signs in with the provider of the email's domain. */
export async function byItsProvider(
  server: TestServer,
  scene: StepScene,
  { upstream, tenant, email, userId }: StepVisitor,
) {
  const browser = new TestBrowser(server.issuer);
  const asked = await scene.begin(server, browser, tenant);
  const gone = await browser.submit(asked, { email });
  return { browser, page: await browser.open(await upstream.visit(gone.url, { sub: userId, email })) };
}

interface StepVisitor {
  readonly upstream: HostileUpstream;
  readonly tenant: { readonly slug: string };
  readonly email: string;
  readonly userId: string;
}

/** The step that a page belongs to; undefined if the sign-in is not at a step. */
export async function stepOf({ identity: { db } }: TestServer, { url }: Page): Promise<string | undefined> {
  const hash = createHash('sha256')
    .update(url.pathname.split('/')[2] ?? '')
    .digest();
  const rows = await db.$queryRaw<{ step: string }[]>`
    SELECT payload#>>'{prompt,name}' AS step FROM identity.oidc_records WHERE model = 'Interaction' AND id_hash = ${hash}`;
  return rows[0]?.step;
}

/** The statuses of a step when its page is opened, and when a form is sent to it that would change something. */
export async function answersOf(browser: TestBrowser, { url }: Page, tenantId: string): Promise<number[]> {
  const form = new URLSearchParams({ tenant: tenantId, code: '123456', remove: 'GOOGLE' });
  return [(await browser.request('GET', url)).status, (await browser.request('POST', url, form)).status];
}
