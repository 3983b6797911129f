import type { AreaIn, UserVisit } from '@org/identity-core';
import {
  formatLocales,
  ListPage,
  Name,
  NameCell,
  pageNumberOf,
  Table,
  textsOf,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { listTenantWebhooks, type TenantWebhook } from '../health/list-tenant-webhooks.js';
import { readHealth, type WebhookHealth } from '../health/read-health.js';
import { readLags } from '../health/read-lags.js';
import type { PageServices } from './page-scope.js';
import { pagesTexts } from './texts.js';
import { WebhookState } from './webhook-parts.js';
import { Waiting } from './webhooks-page.js';

type Pooled = Pick<PageServices, 'pool'>;
const rowsPerPage = 20;

/** The webhooks of all tenants; those that fail come first. */
export function tenantWebhooksSection({ pool }: Pooled): AreaIn<UserVisit> {
  return {
    path: 'webhooks/of-tenants',
    sectionOf: 'webhooks',
    order: 10,
    texts: textsOf(pagesTexts, ({ platform: { tenantsHeading: title } }) => ({ name: title, title })),
    async draw({ base, query, language }) {
      const page = pageNumberOf(query);
      const { webhooks, pages } = await listTenantWebhooks(pool, { page, limit: rowsPerPage });
      const healthOf = await readHealth(
        pool,
        webhooks.map(({ id }) => id),
      );
      return (
        <ListPage
          path={`${base}/webhooks`}
          isEmpty={webhooks.length === 0}
          empty={pagesTexts[language].platform.tenantsEmpty}
          paging={{ page, pages }}
        >
          <TenantWebhooks webhooks={webhooks} healthOf={healthOf} />
        </ListPage>
      );
    },
  };
}

interface TenantWebhooksProps {
  webhooks: readonly TenantWebhook[];
  healthOf(webhookId: string): WebhookHealth;
}

function TenantWebhooks({ webhooks, healthOf }: TenantWebhooksProps) {
  const { platform: texts, webhooks: shared } = useTexts(pagesTexts);
  return (
    <>
      <p>{texts.onlyProblems}</p>
      <Table
        caption={texts.tenantsHeading}
        rows={webhooks}
        keyOf={({ id }) => id}
        columns={[
          {
            label: shared.url,
            cell: ({ id, url, tenantSlug }) => <NameCell text={url} href={`/console/${tenantSlug}/webhooks/${id}`} />,
          },
          { label: texts.tenant, cell: ({ tenantName }) => <Name text={tenantName} /> },
          { label: shared.state, cell: (webhook) => <WebhookState {...webhook} /> },
          { label: shared.waiting, numeric: true, cell: ({ id }) => <Waiting {...healthOf(id)} /> },
        ]}
      />
    </>
  );
}

/** How far behind the readers of events are. */
export function readersSection({ pool }: Pooled): AreaIn<UserVisit> {
  return {
    path: 'webhooks/readers',
    sectionOf: 'webhooks',
    order: 20,
    texts: textsOf(pagesTexts, ({ platform: { readersHeading: title } }) => ({ name: title, title })),
    async draw({ language }) {
      const { platform: texts } = pagesTexts[language];
      const { heldBack, fanOut } = await readLags(pool);
      return (
        <>
          <p>{texts.readersLead}</p>
          <dl class="facts">
            <dt>{texts.heldBack}</dt>
            <dd>
              <Seconds count={heldBack} />
            </dd>
            <dt>{texts.fanOut}</dt>
            <dd>
              <Seconds count={fanOut} />
            </dd>
          </dl>
        </>
      );
    },
  };
}

function Seconds({ count }: { count: number }) {
  const { platform: texts } = useTexts(pagesTexts);
  const options = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  const format = new Intl.NumberFormat(formatLocales[useLanguage()], options);
  return count < 0.1 ? texts.upToDate : format.format(count);
}
