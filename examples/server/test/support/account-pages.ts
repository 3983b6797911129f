import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { enterPassword } from './sign-in.js';

/** Signs in to the account pages and opens one of them. */
export async function openAccount(
  issuer: string,
  email: string,
  { path = '/account', browser = new TestBrowser(issuer) }: { path?: string; browser?: TestBrowser } = {},
): Promise<{ browser: TestBrowser; page: Page }> {
  const asked = await browser.open(path);
  const page = asked.url.pathname.startsWith('/interaction/') ? await enterPassword(browser, asked, email) : asked;
  if (page.url.pathname !== path) throw new Error(`Stopped at ${page.url.href} (${page.status}): ${page.html}`);
  return { browser, page };
}

/** Returns the form token of a page. */
export function formTokenOf({ html }: Page): string {
  const token = /name="formToken" value="([^"]+)"/u.exec(html)?.[1];
  if (!token) throw new Error(`No form token in: ${html}`);
  return token;
}

/** Sends a form as the page does, or with other fields and headers. Follows no redirect. */
export async function post(
  browser: TestBrowser,
  page: Page,
  fields: Record<string, string>,
  { path = page.url.pathname, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string | null; html: string; headers: Headers }> {
  const body = new URLSearchParams({ formToken: formTokenOf(page), ...fields });
  const response = await browser.request('POST', new URL(path, page.url), body, headers);
  const { status } = response;
  return { status, location: response.headers.get('location'), html: await response.text(), headers: response.headers };
}
