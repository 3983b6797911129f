import type { AreaIn, UserVisit } from '@org/identity-core';
import { textsOf, uiTexts } from '@org/identity-ui';
import { countFailing } from '../health/count-failing.js';
import type { CallOf, PageServices } from './page-scope.js';
import { pagesTexts } from './texts.js';

export type CountFailing<Visit extends UserVisit> = (visit: Visit) => Promise<number>;

/** Counts the webhooks that fail once for each visit: the overview and the navigation both show the number. */
export function failingOf<Visit extends UserVisit>(
  { pool }: Pick<PageServices, 'pool'>,
  callOf: CallOf<Visit>,
): CountFailing<Visit> {
  const counts = new WeakMap<Visit, Promise<number>>();
  return (visit) => {
    const count = counts.get(visit) ?? countFailing(pool, callOf(visit).tenantId);
    counts.set(visit, count);
    return count;
  };
}

/** On the overview, if webhooks fail: how many. */
export function failingSection<Visit extends UserVisit>(count: CountFailing<Visit>): AreaIn<Visit> {
  return {
    path: 'overview/failing-webhooks',
    sectionOf: '',
    order: 25,
    texts: textsOf(uiTexts, ({ attention: title }) => ({ name: title, title })),
    async draw(visit) {
      const failing = await count(visit);
      if (failing === 0) return null;
      return (
        <ul class="outcome">
          <li>
            <a href={`${visit.base}/webhooks`}>{pagesTexts[visit.language].webhooks.failing(failing)}</a>
          </li>
        </ul>
      );
    },
  };
}
