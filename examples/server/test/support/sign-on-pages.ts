import type { Page } from 'playwright-core';
import type { DnsServer } from './dns-server.js';

/** The page of a tenant's domains and connections. */
export const signOnPath = ({ slug }: { slug: string }) => `/console/${slug}/single-sign-on`;

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export const textOf = async (page: Page, selector: string) => (await page.locator(selector).textContent()) ?? '';

/** Adds a domain on the page above, and publishes its record. */
export async function addDomain(page: Page, { records }: DnsServer, domain: string): Promise<void> {
  await page.getByLabel('Domain', { exact: true }).fill(domain);
  await press(page, 'Continue');
  records.set(await textOf(page, '#record-name'), [await textOf(page, '#record-value')]);
  await press(page, 'Check now');
  await page.getByText('The record was found.').waitFor();
}

/** Activates the connection whose page is shown after its test. */
export async function activate(page: Page, domain: string): Promise<void> {
  await page.getByRole('link', { name: 'Back to the connection' }).click();
  await press(page, 'Activate');
  await page.getByText(`people with email addresses of ${domain} sign in with this connection`).waitFor();
  await press(page, 'Activate');
  await page.getByText('The connection is active.').waitFor();
}
