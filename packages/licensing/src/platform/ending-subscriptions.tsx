import type { PlatformArea, UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf, uiTexts } from '@org/identity-ui';
import { countEnding } from '../subscriptions/count-ending.js';
import { platformTexts } from './texts.js';

export type EndingOf = (visit: UserVisit) => Promise<number>;

/** Counts the subscriptions that end soon once for each visit: the overview and the navigation both show the number. */
export function endingOf({ pool }: Pick<IdentityPluginHost, 'pool'>): EndingOf {
  const counts = new WeakMap<UserVisit, Promise<number>>();
  return (visit) => {
    const count = counts.get(visit) ?? countEnding(pool);
    counts.set(visit, count);
    return count;
  };
}

/** On the overview of the platform, if subscriptions end soon: how many. */
export function endingSection(count: EndingOf): PlatformArea {
  return {
    place: 'platform',
    path: 'overview/ending-subscriptions',
    sectionOf: '',
    order: 22,
    texts: textsOf(uiTexts, ({ attention: title }) => ({ name: title, title })),
    async draw(visit) {
      const ending = await count(visit);
      if (ending === 0) return null;
      return (
        <ul class="outcome">
          <li>
            <a href={`${visit.base}/subscriptions?ends=soon`}>
              {platformTexts[visit.language].subscriptions.ending(ending)}
            </a>
          </li>
        </ul>
      );
    },
  };
}
