import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const questions = {
  all: "axe.run({ resultTypes: ['violations'] })",
  // What differs between two looks of one page.
  colours: "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast'] })",
};

/** What axe-core finds on the page that keeps somebody out: findings it calls serious or critical, in words. */
export async function findBarriers(page: Page, rules: keyof typeof questions): Promise<string[]> {
  // Evaluated, not added as a tag: the page's own policy forbids every script.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(await source);
  const { violations } = await page.evaluate<{ violations: Finding[] }>(questions[rules]);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
    );
}
