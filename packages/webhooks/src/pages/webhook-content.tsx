import type { FieldErrors, UserVisit } from '@org/identity-core';
import {
  Badge,
  Button,
  DeletionSection,
  Field,
  Form,
  ListPage,
  Moment,
  Notice,
  Select,
  Table,
  useTexts,
} from '@org/identity-ui';
import { pagesTexts } from './texts.js';
import { formOf } from './webhook-form.js';

import { type ShownWebhook, WebhookBadge, WebhookFields } from './webhook-parts.js';

export interface ShownDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

interface ContentProps {
  visit: UserVisit;
  webhook: ShownWebhook;
  errors: FieldErrors | undefined;
  deliveries: readonly ShownDelivery[];
  status: string | undefined;
  page: number;
  pages: number;
}

export function WebhookContent(props: ContentProps) {
  const { visit, webhook, errors } = props;
  const { webhook: texts } = useTexts(pagesTexts);
  const action = `${visit.base}/webhooks/${webhook.id}`;
  const form = errors && visit.form['action'] === 'change' ? visit.form : formOf(webhook);
  return (
    <>
      <Health webhook={webhook} />
      <Form action={action} hidden={{ ...visit.hidden }}>
        <div class="bar">
          {webhook.status === 'ACTIVE' && (
            <Button kind="secondary" name="action" value="test">
              {texts.test}
            </Button>
          )}
          <Button kind="secondary" name="action" value={webhook.status === 'ACTIVE' ? 'pause' : 'resume'}>
            {webhook.status === 'ACTIVE' ? texts.pause : texts.resume}
          </Button>
        </div>
      </Form>
      <Deliveries {...props} action={action} />
      <section>
        <h2>{texts.settings}</h2>
        <Form action={action} hidden={{ ...visit.hidden, action: 'change' }}>
          <WebhookFields form={form} errors={errors} ofTenant={'tenant' in visit} />
          <Button>{texts.save}</Button>
        </Form>
      </section>
      {webhook.status === 'ACTIVE' && <Replay {...{ visit, action, errors }} />}
      <Secret {...{ visit, action }} />
      <DeletionSection {...{ texts, action }} hidden={visit.hidden} />
    </>
  );
}

function Health({ webhook }: { webhook: ShownWebhook }) {
  const { webhook: texts, webhooks } = useTexts(pagesTexts);
  const { status, failingSince, createdAt } = webhook;
  const paused = failingSince ? texts.pausedAfterFailures : texts.paused;
  return (
    <>
      {status === 'PAUSED' && <Notice kind="info">{paused}</Notice>}
      {status === 'ACTIVE' && failingSince && <Notice kind="error">{texts.failing}</Notice>}
      <dl class="facts">
        <dt>{texts.state}</dt>
        <dd>
          <WebhookBadge {...{ status, failingSince }} />
        </dd>
        {failingSince && (
          <>
            <dt>{texts.failingSince}</dt>
            <dd>
              <Moment at={failingSince} />
            </dd>
          </>
        )}
        <dt>{webhooks.created}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
      </dl>
    </>
  );
}

const tones = { PENDING: 'plain', DELIVERED: 'good', FAILED: 'bad' } as const;

/** What became of a delivery. */
export function DeliveryState({ status }: Pick<ShownDelivery, 'status'>) {
  const { deliveryStates } = useTexts(pagesTexts);
  return <Badge tone={tones[status]}>{deliveryStates[status]}</Badge>;
}

function Deliveries(props: ContentProps & { action: string }) {
  const { deliveries, status, page, pages, action } = props;
  const { webhook: texts, deliveryStates } = useTexts(pagesTexts);
  const states = Object.entries(deliveryStates).map(([value, label]) => ({ value, label }));
  const choices = [{ value: '', label: texts.every }, ...states];
  return (
    <section>
      <h2>{texts.deliveries}</h2>
      <ListPage
        path={action}
        filters={{ selects: [{ name: 'status', label: texts.filter, value: status, choices }] }}
        isEmpty={deliveries.length === 0}
        empty={texts.noDeliveries}
        paging={{ page, pages }}
      >
        <Table
          caption={texts.deliveries}
          rows={deliveries}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.event,
              cell: ({ id, type }) => <a href={`${action}/deliveries/${id}`}>{type}</a>,
            },
            { label: texts.state, cell: (delivery) => <StateOf {...delivery} /> },
            { label: texts.response, cell: ({ responseStatus }) => responseStatus ?? texts.none },
            { label: texts.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      </ListPage>
    </section>
  );
}

function StateOf({ status, attempts, nextAttemptAt }: ShownDelivery) {
  const { webhook: texts } = useTexts(pagesTexts);
  return (
    <>
      <DeliveryState status={status} />
      {attempts > 0 && <span class="soft">{texts.attempts(attempts)}</span>}
      {attempts > 0 && nextAttemptAt && (
        <span class="soft">
          {texts.next} <Moment at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

type PartProps = Pick<ContentProps, 'visit'> & { action: string };

function Replay({ visit, action, errors }: PartProps & Pick<ContentProps, 'errors'>) {
  const { webhook: texts } = useTexts(pagesTexts);
  return (
    <section>
      <h2>{texts.replayHeading}</h2>
      <p>{texts.replayHint}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'replay' }}>
        <Field
          name="since"
          label={texts.since}
          hint={texts.sinceFormat}
          value={visit.form['since']}
          error={errors?.['since']}
        />
        <Button kind="secondary">{texts.replay}</Button>
      </Form>
    </section>
  );
}

function Secret({ visit, action }: PartProps) {
  const { webhook: texts, graceNames } = useTexts(pagesTexts);
  const choices = (Object.keys(graceNames) as Grace[]).map((value) => ({ value, label: graceNames[value] }));
  return (
    <section>
      <h2>{texts.secretHeading}</h2>
      <p>{texts.secretHint}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'rotate' }}>
        <div class="bar">
          <Select name="grace" label={texts.grace} value="day" groups={[{ choices }]} />
          <Button kind="danger">{texts.rotate}</Button>
        </div>
      </Form>
    </section>
  );
}

const hour = 60 * 60;
/** For how many seconds the old secret stays valid. */
export const graces = { now: 0, hour, day: 24 * hour, week: 7 * 24 * hour } as const;
export type Grace = keyof typeof graces;
