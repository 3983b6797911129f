import { type AreaIn, type FieldErrors, readForm, type UserVisit } from '@org/identity-core';
import {
  Button,
  Empty,
  Form,
  formatLocales,
  type Language,
  NameCell,
  Table,
  textsOf,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { maxCounted, readHealth, type WebhookHealth } from '../health/read-health.js';
import { CreateWebhookBody } from '../schemas.js';
import { createWebhook } from '../webhooks/create-webhook.js';
import { listWebhooks } from '../webhooks/get-webhooks.js';
import type { CountFailing } from './failing-webhooks.js';
import type { CallOf, PageServices } from './page-scope.js';
import { pagesTexts } from './texts.js';
import { errorsOfForm, fieldsIn } from './webhook-form.js';
import { type ShownWebhook, WebhookFields, WebhookSecret, WebhookState } from './webhook-parts.js';

const areaTexts = textsOf(pagesTexts, ({ webhooks, notices, refusals }) => ({
  name: webhooks.name,
  title: webhooks.title,
  notices,
  refusals,
}));

/** The webhooks of a tenant or of the platform, and the form that adds one. */
export function webhooksPage<Visit extends UserVisit>(
  services: PageServices,
  callOf: CallOf<Visit>,
  lead: (language: Language) => string,
  badge: CountFailing<Visit>,
): AreaIn<Visit> {
  return {
    path: 'webhooks',
    order: 65,
    group: 'developers',
    texts: areaTexts,
    badge,
    errorsOf: errorsOfForm,
    // A webhook sends what happens here to somebody else.
    needsFreshSignIn: () => true,
    async draw(visit, errors) {
      const { webhooks } = await listWebhooks(services.db, callOf(visit));
      const healthOf = await readHealth(
        services.pool,
        webhooks.map(({ id }) => id),
      );
      return (
        <>
          <p>{lead(visit.language)}</p>
          <Listed webhooks={webhooks} healthOf={healthOf} base={visit.base} />
          <AddWebhook visit={visit} errors={errors} />
        </>
      );
    },
    async act(visit) {
      const created = await createWebhook(services, {
        ...callOf(visit),
        ...readForm(CreateWebhookBody, fieldsIn(visit.form)),
      });
      const { secret: texts } = pagesTexts[visit.language];
      const next = `${visit.base}/webhooks/${created.id}`;
      return { show: <WebhookSecret lead={texts.created} secret={created.secret} next={next} /> };
    },
  };
}

interface ListedProps {
  webhooks: readonly ShownWebhook[];
  healthOf(webhookId: string): WebhookHealth;
  base: string;
}

function Listed({ webhooks, healthOf, base }: ListedProps) {
  const { webhooks: texts } = useTexts(pagesTexts);
  return (
    <section>
      <h2>{texts.heading}</h2>
      {webhooks.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <Table
          caption={texts.heading}
          rows={webhooks}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.url,
              cell: ({ id, url, description }) => (
                <NameCell text={url} href={`${base}/webhooks/${id}`} note={description || undefined} />
              ),
            },
            { label: texts.events, cell: ({ events }) => <Patterns events={events} /> },
            { label: texts.state, cell: (webhook) => <WebhookState {...webhook} /> },
            { label: texts.waiting, numeric: true, cell: ({ id }) => <Waiting {...healthOf(id)} /> },
          ]}
        />
      )}
    </section>
  );
}

/** The first few patterns: a webhook can have a hundred. */
function Patterns({ events }: { events: readonly string[] }): ComponentChildren {
  const { webhooks: texts } = useTexts(pagesTexts);
  if (events.includes('*')) return texts.all;
  const shown = events.slice(0, 4).join(', ');
  return events.length > 4 ? `${shown}, …` : shown;
}

/** How many deliveries wait, and for how long. */
export function Waiting({ waiting, waitingSince }: WebhookHealth) {
  const { webhooks: texts } = useTexts(pagesTexts);
  const language = useLanguage();
  const format = new Intl.NumberFormat(formatLocales[language]);
  const number = waiting >= maxCounted ? `${format.format(maxCounted)}+` : format.format(waiting);
  if (!waitingSince) return number;
  return (
    <>
      {number}
      <span class="soft">{texts.waitingSince(ageOf(waitingSince, language))}</span>
    </>
  );
}

/** The time since then in its largest whole unit: `3 min`, `2 h`. */
function ageOf(since: Date, language: Language): string {
  const seconds = Math.max(0, Math.round((Date.now() - since.getTime()) / 1000));
  const [value, unit] = inUnits(seconds);
  return new Intl.NumberFormat(formatLocales[language], { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

function inUnits(seconds: number): [number, 'second' | 'minute' | 'hour' | 'day'] {
  if (seconds < 60) return [seconds, 'second'];
  if (seconds < 3_600) return [Math.floor(seconds / 60), 'minute'];
  if (seconds < 86_400) return [Math.floor(seconds / 3_600), 'hour'];
  return [Math.floor(seconds / 86_400), 'day'];
}

function AddWebhook({ visit, errors }: { visit: UserVisit; errors: FieldErrors | undefined }) {
  const { webhooks: texts } = useTexts(pagesTexts);
  return (
    <section>
      <h2>{texts.addHeading}</h2>
      <Form action={`${visit.base}/webhooks`} hidden={{ ...visit.hidden }}>
        <WebhookFields form={visit.form} errors={errors} ofTenant={'tenant' in visit} />
        <Button>{texts.add}</Button>
      </Form>
    </section>
  );
}
