import { connections } from '@org/identity-connections';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { scim } from '@org/identity-scim';
import { licensing, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, configure, enterPassword } from './sign-in.js';
import { send } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

type Sections = ReturnType<IdentityPluginHost['personalData']>;

export interface DeletionServer extends TestServer {
  /** The host that plugins get, taken from another plugin. */
  host: IdentityPluginHost;
  /** Runs the job that erases accounts; with further sections, if given. */
  erase(more?: Sections): Promise<void>;
}

/** A test server whose jobs can be run at any time; with further plugins, if given. */
export async function startDeletionServer(more: readonly IdentityPlugin[] = []): Promise<DeletionServer> {
  let host: IdentityPluginHost | undefined;
  const accounts = users();
  const onlooker: IdentityPlugin = {
    name: 'onlooker',
    setup(given) {
      host = given;
      return {};
    },
  };
  const plugins = [accounts, tenants(), licensing(), connections(), scim(), ...more, onlooker];
  const server = await startTestServer({ plugins });
  if (!host) throw new Error('No plugin was given a host.');
  const given = host;
  return {
    ...server,
    host: given,
    async erase(more = []) {
      const parts = accounts.setup?.({ ...given, personalData: () => [...given.personalData(), ...more] });
      const jobs = parts?.jobs ?? [];
      const job = jobs.find(({ name }) => name === 'erase-accounts');
      if (!job) throw new Error('There is no job that erases accounts.');
      await job.run(new AbortController().signal);
    },
  };
}

/** Deletes an account over HTTP. */
export function deleteAccount(server: TestServer, token: string | undefined, body: object = {}) {
  return send(server.issuer, 'DELETE', '/api/users/me', token, {
    password: demoPassword,
    confirmation: 'DELETE',
    ...body,
  });
}

/** Enters email and password in a new browser. Returns the browser and the next page. */
export async function enterWaiting(server: TestServer, email: string, password = demoPassword) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const page = await enterPassword(browser, await browser.open(request.url), email, password);
  return { browser, request, page };
}

/** Moves the date of erasure into the past. */
export async function comeDue(server: TestServer, userId: string): Promise<void> {
  const { count } = await server.identity.db.user.updateMany({
    where: { id: userId, deletedAt: { not: null } },
    data: { eraseAt: new Date(Date.now() - 1000) },
  });
  if (count === 0) throw new Error(`${userId} does not wait to be erased.`);
}
