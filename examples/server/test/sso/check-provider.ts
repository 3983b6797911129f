import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { atApplication, openAs, openPage, shownPages } from '../support/browser-tests.js';
import { type DomainServer, freshDomain, startDomainServer } from '../support/domain-tests.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { activate, addDomain, press, signOnPath, textOf } from '../support/sign-on-pages.js';
import { freshTenant } from '../support/tenant-api.js';
import { type CustomerProvider, type Employee, employeesOf, type StartProvider } from './customer-provider.js';

/** Declares the test that a customer's provider is connected, and signs its employees in, all in a browser. */
export function checkProvider(name: string, startProvider: StartProvider): void {
  let server: DomainServer;
  let provider: CustomerProvider | undefined;
  test.before(async () => {
    server = await startDomainServer();
  });
  test.after.always(async () => {
    await provider?.stop();
    await server?.stop();
  });

  test.serial(
    `${name} signs in the people of a customer`,
    reporting(async (t) => {
      const tenant = await freshTenant(server);
      const domain = freshDomain();
      const employees = employeesOf(domain);
      const { administrator, member, stranger } = employees;
      const path = signOnPath(tenant);
      const console = await openAs(server, { email: tenant.owner.email, path });
      await addDomain(console, server.dns, domain);

      await console.goto(`${server.issuer}${path}`);
      await console.getByRole('link', { name: 'Add a connection' }).click();
      await console.getByRole('link', { name: 'Choose Another provider' }).click();
      const redirectUri = await textOf(console, '#redirect-uri');
      provider = await startProvider({ redirectUri, employees });
      await connect(console, name, provider);
      provider.expect?.(administrator);
      await press(console, 'Test it');
      await provider.signIn(console, administrator);
      await console.getByText('The test was successful: the provider has confirmed a user').waitFor();
      t.true(await console.getByText(administrator.email).isVisible());
      t.true(await console.getByText(administrator.name).isVisible());
      t.true(await console.getByText('A new account would be created').isVisible());
      await activate(console, domain);

      const { db } = server.identity;
      const where = { tenantId: tenant.id };
      const reasons = async () =>
        (await db.connectionAttempt.findMany({ where: { connection: where }, orderBy: { id: 'asc' } })).map(
          ({ reason }) => reason,
        );
      const userId = await signIn(server, provider, member);
      const user = await db.user.findUniqueOrThrow({ where: { id: userId }, include: { memberships: true } });
      t.like(user, { email: member.email, emailVerified: true, displayName: member.name });
      t.like(user.memberships, [{ tenantId: tenant.id, role: 'member', status: 'ACTIVE' }] as never);
      t.deepEqual(await reasons(), ['created']);

      t.is(await signIn(server, provider, member), userId);
      t.deepEqual(await reasons(), ['created', 'linked']);

      await isRefused(t, { server, provider, name, typed: member.email, stranger });
      t.deepEqual(await reasons(), ['created', 'linked', 'foreign_email']);
      t.is(await db.user.count({ where: { normalizedEmail: stranger.email } }), 0);
      t.is(await db.membership.count({ where }), 2);
    }),
  );
}

/** Adds to a failure what the browser showed: the pages of other projects change with their releases. */
const reporting = (work: (t: ExecutionContext) => Promise<void>) => async (t: ExecutionContext) => {
  try {
    await work(t);
  } catch (error) {
    for (const page of await shownPages()) t.log(page);
    throw error;
  }
};

/** Fills in what the customer's administrator has from the provider. */
async function connect(page: Page, name: string, { issuer, clientId, clientSecret }: CustomerProvider): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Issuer').fill(issuer);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await press(page, 'Save and continue');
  await page.getByText('The connection was saved. Now test it.').waitFor();
}

/** Begins a sign-in at an application, in a new browser: the email first, then the pages of the provider. */
async function visit(
  server: DomainServer,
  provider: CustomerProvider,
  { typed, employee }: { typed: string; employee: Employee },
) {
  const page = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  provider.expect?.(employee);
  await page.getByLabel('Email').fill(typed);
  await press(page, 'Continue');
  await provider.signIn(page, employee);
  return { page, request };
}

/** Signs in at the application. Returns the id of the account. */
async function signIn(server: DomainServer, provider: CustomerProvider, employee: Employee): Promise<string> {
  const { page, request } = await visit(server, provider, { typed: employee.email, employee });
  await page.waitForURL(atApplication);
  return String((await exchange(request, new URL(page.url()))).claims()?.sub);
}

interface Refused {
  server: DomainServer;
  provider: CustomerProvider;
  name: string;
  typed: string;
  stranger: Employee;
}

/** Types an email of the customer, but signs in as another user at the provider. */
async function isRefused(t: ExecutionContext, { server, provider, name, typed, stranger }: Refused): Promise<void> {
  const { page } = await visit(server, provider, { typed, employee: stranger });
  await page.getByRole('heading', { name: 'You could not be signed in' }).waitFor();
  t.true(await page.getByText(`Your email address at ${name} is not in a domain of your organization.`).isVisible());
  t.true(await page.getByRole('link', { name: 'Back to sign-in' }).isVisible());
  t.true(page.url().startsWith(server.issuer));
}
