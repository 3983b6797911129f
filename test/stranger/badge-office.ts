import { createHmac } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';

/** The badge office of another company: it signs tickets about its visitors. */
export const office = { name: 'urn:office:north', key: 'the key of the office' };

const fieldsOf = ({ html }: Page): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [name, value]),
  );

/** The office answers a visit: its page sends a ticket to the server, without its cookies. Returns the page of the visitor. */
export async function bringTicket(
  browser: TestBrowser,
  gone: Page,
  to: { issuer: string; connectionId: string; email: string; key?: string },
): Promise<Page> {
  const { state = '', attempt = '' } = fieldsOf(gone);
  const body = Buffer.from(JSON.stringify({ attempt, badge: `north-${to.email}`, email: to.email })).toString(
    'base64url',
  );
  const signature = createHmac('sha256', to.key ?? office.key)
    .update(body)
    .digest('base64url');
  const url = new URL(`/sso/c/${to.connectionId}/badge-office`, to.issuer);
  const sent = new URLSearchParams({ state, ticket: `${body}.${signature}` });
  const response = await new TestBrowser(to.issuer).request('POST', url, sent, { origin: 'https://office.test' });
  const arrived = { url, status: response.status, headers: response.headers, html: await response.text() };
  return browser.submit(arrived, {});
}
