import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const runs = {
  all: "axe.run({ resultTypes: ['violations'] })",
  // The rules that can give different results for the light and the dark colours of a page.
  colours: "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast'] })",
};

/** Returns the problems that axe-core finds, the small ones as well, as text. */
export async function findBarriers(page: Page, rules: keyof typeof runs): Promise<string[]> {
  // Evaluated instead of added as a tag, because the page's policy blocks every script.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(await source);
  const { violations } = await page.evaluate<{ violations: Finding[] }>(runs[rules]);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
  );
}
