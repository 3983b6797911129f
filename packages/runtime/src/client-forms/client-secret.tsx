import { ShownSecret, Snippet, useTexts } from '@org/identity-ui';
import { type SnippetInput, snippetsOf } from './client-snippets.js';
import { clientFormsTexts } from './texts.js';

/** The secret of a client, which is shown this once, and how an application uses it. */
export function ClientSecret({ lead, next, ...input }: SnippetInput & { lead: string; next: string }) {
  const { shownSecret: texts, clientUse } = useTexts(clientFormsTexts);
  const beside = { label: texts.id, value: input.client.id };
  return (
    <ShownSecret
      {...{ lead, next, beside }}
      secret={input.secret}
      label={texts.secret}
      hint={texts.secretOnce}
      continueText={texts.back}
    >
      <section>
        <h2>{clientUse.title}</h2>
        <p>{clientUse.lead}</p>
        {snippetsOf(input).map(({ name, code }) => (
          <Snippet key={name} id={`use-${name}`} title={clientUse.titles[name]} code={code} />
        ))}
        {input.client.type !== 'MACHINE' && <p class="fine">{clientUse.authJsHint}</p>}
      </section>
    </ShownSecret>
  );
}
