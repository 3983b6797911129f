import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import { post } from './account-pages.js';
import { outcomeOf } from './console-pages.js';
import { enrol } from './second-factor.js';
import { addUser } from './tenant-api.js';
import type { TestServer } from './test-server.js';

type Answer = Awaited<ReturnType<typeof post>>;

export interface Operator {
  readonly userId: string;
  readonly email: string;
  readonly browser: TestBrowser;
  /** The secret of the authenticator app. */
  readonly secret: string;
  /** Opens a page below `/platform`. */
  open(path: string): Promise<Page>;
  /** Sends a form to such a page. */
  post(path: string, fields: Record<string, string>): Promise<Answer>;
  /** Both clicks: the form, and the button of the page that asks. */
  confirm(path: string, fields: Record<string, string>): Promise<{ asked: Answer; done: Answer }>;
}

/** A super admin who has just signed in with a second factor, with the platform's console open. */
export async function openPlatform(server: TestServer, { locale = 'en' } = {}): Promise<Operator> {
  const user = await addUser(server);
  const { db } = server.identity;
  const { browser, secret } = await enrol(server, user);
  await db.user.update({ where: { id: user.userId }, data: { superAdmin: true, locale } });
  const start = await browser.open('/platform');
  if (start.url.pathname !== '/platform' || start.status !== 200) throw new Error(`Stopped at ${start.url.href}`);
  const send: Operator['post'] = (path, fields) => post(browser, start, fields, { path: `/platform/${path}` });
  return {
    ...user,
    browser,
    secret,
    open: (path) => browser.open(`/platform/${path}`),
    post: send,
    async confirm(path, fields) {
      const asked = await send(path, fields);
      return { asked, done: await send(path, { ...fields, outcome: outcomeOf(asked) }) };
    },
  };
}
