import type { PlatformArea, UserVisit } from '@org/identity-core';
import { dayIn, formatLocales, textsOf, uiTexts } from '@org/identity-ui';
import { getPlatformOverview, type PlatformOverview } from '../platform/get-platform-overview.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const numbersTexts = textsOf(platformPagesTexts, ({ numbers: { title } }) => ({ name: title, title }));
const attentionTexts = textsOf(uiTexts, ({ attention: title }) => ({ name: title, title }));

/** The overview of the platform: numbers, and what needs attention. */
export function overviewSections({ db }: Pick<ConsoleServices, 'db'>): PlatformArea[] {
  return [
    {
      place: 'platform',
      path: 'overview/numbers',
      sectionOf: '',
      order: 10,
      texts: numbersTexts,
      async draw({ base, language }) {
        const { numbers, queueNames } = platformPagesTexts[language];
        const { tenants, users, queues } = await getPlatformOverview(db);
        const shown = new Intl.NumberFormat(formatLocales[language]);
        const tiles = [
          { name: numbers.tenants, value: tenants, href: `${base}/tenants` },
          { name: numbers.users, value: users, href: `${base}/people` },
          ...queues.map(({ name, waiting, failed }) => ({
            name: numbers.waiting(queueNames[name]),
            value: waiting + failed,
            href: `${base}/queues/${name}`,
          })),
        ];
        return (
          <dl class="tiles">
            {tiles.map(({ name, value, href }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <a href={href}>{shown.format(value)}</a>
                </dd>
              </div>
            ))}
          </dl>
        );
      },
    },
    {
      place: 'platform',
      path: 'overview/attention',
      sectionOf: '',
      order: 20,
      texts: attentionTexts,
      async draw({ base, language, timeZone }) {
        const lines = attentionOf(await getPlatformOverview(db), { language, timeZone });
        if (lines.length === 0) return null;
        return (
          <ul class="outcome">
            {lines.map(({ text, path }) => (
              <li key={text}>
                <a href={`${base}/${path}`}>{text}</a>
              </li>
            ))}
          </ul>
        );
      },
    },
  ];
}

function attentionOf(
  { queues, stuck, oldKeySince }: PlatformOverview,
  { language, timeZone }: Pick<UserVisit, 'language' | 'timeZone'>,
) {
  const { attention, queueNames } = platformPagesTexts[language];
  return [
    ...queues
      .filter(({ failed }) => failed > 0)
      .map(({ name, failed }) => ({ text: attention.failed(queueNames[name], failed), path: `queues/${name}` })),
    ...stuck.map((name) => ({ text: attention.stuck(queueNames[name]), path: `queues/${name}` })),
    ...(oldKeySince ? [{ text: attention.oldKey(dayIn(oldKeySince, language, timeZone)), path: 'keys' }] : []),
  ];
}
