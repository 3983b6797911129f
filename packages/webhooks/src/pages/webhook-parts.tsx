import type { FieldErrors } from '@org/identity-core';
import { Badge, Field, Moment, ShownSecret, Snippet, useTexts } from '@org/identity-ui';
import { EventPicks } from './event-picks.js';
import { pagesTexts } from './texts.js';
import { environmentOf, verification } from './webhook-snippets.js';

/** A webhook as the pages show it. */
export interface ShownWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

type Health = Pick<ShownWebhook, 'status' | 'failingSince'>;

/** Active, failing or paused. */
export function WebhookBadge({ status, failingSince }: Health) {
  const { states } = useTexts(pagesTexts);
  if (status === 'PAUSED') return <Badge>{states.PAUSED}</Badge>;
  return failingSince ? <Badge tone="bad">{states.failing}</Badge> : <Badge tone="good">{states.ACTIVE}</Badge>;
}

/** The same, and since when it fails. */
export function WebhookState({ status, failingSince }: Health) {
  const { states } = useTexts(pagesTexts);
  return (
    <>
      <WebhookBadge {...{ status, failingSince }} />
      {status === 'ACTIVE' && failingSince && (
        <span class="soft">
          {states.failingSince} <Moment at={failingSince} />
        </span>
      )}
    </>
  );
}

/** The fields that a new webhook and a changed one have. */
export function WebhookFields(props: {
  form: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  ofTenant: boolean;
}) {
  const { form, errors, ofTenant } = props;
  const { webhooks: texts } = useTexts(pagesTexts);
  return (
    <>
      <Field name="url" label={texts.url} value={form['url']} hint={texts.urlHint} error={errors?.['url']} />
      <EventPicks form={form} errors={errors} ofTenant={ofTenant} />
      <Field name="description" label={texts.description} value={form['description']} error={errors?.['description']} />
    </>
  );
}

/** The secret of a webhook, which is shown this once. */
export function WebhookSecret(props: { lead: string; secret: string; next: string }) {
  const { secret: texts } = useTexts(pagesTexts);
  return (
    <ShownSecret {...props} label={texts.label} hint={texts.once} continueText={texts.continue}>
      <section>
        <h2>{texts.use}</h2>
        <p>{texts.useHint}</p>
        <Snippet id="use-environment" title={texts.environment} code={environmentOf(props.secret)} />
        <Snippet id="use-verify" title={texts.verify} code={verification} />
      </section>
    </ShownSecret>
  );
}
