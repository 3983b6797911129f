import type { UserVisit } from '@org/identity-core';
import { Button, Form, Moment, useLanguage, useTexts } from '@org/identity-ui';
import { wordsOfField } from '../client-forms/field-words.js';
import { clientFormsTexts } from '../client-forms/texts.js';
import type { ClientDetails } from '../clients/client-details.js';
import { platformPagesTexts } from './texts.js';

interface SectionProps {
  readonly visit: UserVisit;
  readonly unconfirmed: NonNullable<ClientDetails['unconfirmed']>;
  readonly redirectUris: readonly string[];
  /** The page of the client. */
  readonly action: string;
}

/** What a machine has done to a client, and the form that confirms it. The form names the last change that was seen. */
export function UnconfirmedSection({ visit, unconfirmed, redirectUris, action }: SectionProps) {
  const { unconfirmed: texts } = useTexts(platformPagesTexts);
  const { since, changedAt, changedBy, changed } = unconfirmed;
  const { clientLabels } = useTexts(clientFormsTexts);
  const words: Readonly<Record<string, string>> = texts.changes;
  const language = useLanguage();
  return (
    <section>
      <h2>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <dl class="facts">
        <dt>{texts.changed}</dt>
        <dd>{changed.map((name) => words[name] ?? wordsOfField(name, language).label).join(', ')}</dd>
        {redirectUris.length > 0 && (
          <>
            <dt>{clientLabels.redirectUris}</dt>
            {redirectUris.map((uri) => (
              <dd key={uri}>
                <bdi>{uri}</bdi>
              </dd>
            ))}
          </>
        )}
        <dt>{texts.changedBy}</dt>
        <dd>
          <bdi>{changedBy}</bdi>
        </dd>
        <dt>{texts.since}</dt>
        <dd>
          <Moment at={since} />
        </dd>
        <dt>{texts.changedAt}</dt>
        <dd>
          <Moment at={changedAt} />
        </dd>
      </dl>
      <Form action={action} hidden={{ ...visit.hidden, action: 'confirm', seen: changedAt.toISOString() }}>
        <Button kind="secondary">{texts.confirm}</Button>
      </Form>
    </section>
  );
}
