import { Copyable, Table, useTexts } from '@org/identity-ui';
import { type GuidedProvider, issuerForms, providerNames } from './guided-providers.js';
import { providerGuidesTexts } from './texts.js';

const fields = ['issuer', 'clientId', 'clientSecret'] as const;

export interface ProviderGuideProps {
  provider: GuidedProvider;
  /** Where the provider sends people back to. */
  redirectUri: string;
}

/** What to do in the console of an identity provider, and where to find what is entered here. */
export function ProviderGuide({ provider, redirectUri }: ProviderGuideProps) {
  const { shared, guides } = useTexts(providerGuidesTexts);
  const { before, after, terms } = guides[provider];
  const known = providerNames[provider];
  return (
    <>
      <section>
        <h2>{known ? shared.stepsHeading(known) : shared.otherTerm}</h2>
        <ol>
          {before.map((step, index) => (
            <li key={step}>
              {step}
              {index === before.length - 1 && (
                <Copyable id="redirect-uri" what={shared.redirectUri}>
                  <code class="value">{redirectUri}</code>
                </Copyable>
              )}
            </li>
          ))}
          {after.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{shared.fieldsHeading}</h2>
        <Table
          caption={shared.fieldsHeading}
          rows={fields}
          keyOf={(field) => field}
          columns={[
            { label: shared.field, cell: (field) => shared.fields[field] },
            {
              label: known ? shared.term(known) : shared.otherTerm,
              cell: (field) => (
                <>
                  {terms[field]}
                  {field === 'issuer' && <code class="value soft">{issuerForms[provider]}</code>}
                </>
              ),
            },
          ]}
        />
      </section>
    </>
  );
}
