import { firstOf, type KindFieldsProps, type KindForm, type Refusal, type ShownConnection } from '@org/identity-core';
import { Checkbox, Field, type Language, Select, useTexts } from '@org/identity-ui';
import {
  guidedProviderOf,
  guidedProviders,
  issuerForms,
  providerNames,
  providerOf,
} from '../provider-guides/guided-providers.js';
import { ProviderGuide } from '../provider-guides/provider-guide.js';
import { providerGuidesTexts } from '../provider-guides/texts.js';
import { urisOf } from '../providers/connection-uris.js';
import { again, hasLostSecret, requireKeptSecret, secretLost } from './lost-secret.js';
import { OidcFacts, OidcHelp } from './oidc-facts.js';
import { emailClaims, onlyVisible } from './oidc-fields.js';
import { secretNeeded } from './secret-needed.js';
import { oidcTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;

/** What pages show of OpenID Connect. */
export function oidcForm({ issuer }: { readonly issuer: string }): KindForm {
  return {
    entries(language) {
      const { notes } = oidcTexts[language];
      const { shared } = providerGuidesTexts[language];
      return guidedProviders.map((id) => {
        const product = providerNames[id];
        return { id, label: product ?? shared.other, note: notes[id], product };
      });
    },
    entryOf: (connection) => providerOf(String(connection['issuer'])),
    first: (entry) => ({
      // The issuer of Google is the same for everyone.
      issuer: entry === 'google' ? issuerForms.google : '',
      clientSecret: '',
      emailClaim: 'email',
    }),
    Provider: ProviderFields,
    Options: OptionFields,
    read(form, isNew) {
      if (!isNew) requireKeptSecret(form);
      const { clientSecret = '' } = form;
      return {
        issuer: form['issuer'] ?? '',
        clientId: form['clientId'] ?? '',
        ...(isNew || clientSecret !== '' ? { clientSecret } : {}),
        emailClaim: form['emailClaim'] ?? 'email',
        logoutAtProvider: form['logoutAtProvider'] !== undefined,
      };
    },
    write,
    errors,
    Guide: ({ entry, id }) => (
      <ProviderGuide provider={guidedProviderOf(entry)} redirectUri={urisOf(issuer, id).redirectUri} />
    ),
    Lead: ({ isActive }) => {
      const { connection: texts } = useTexts(oidcTexts);
      return <p>{isActive ? texts.providerActive : texts.providerLead}</p>;
    },
    Facts: OidcFacts,
    Help: OidcHelp,
  };
}

function write(connection: ShownConnection): Form {
  const { issuer, clientId, emailClaim, logoutAtProvider } = connection;
  return {
    ...{ issuer: String(issuer), clientId: String(clientId), emailClaim: String(emailClaim), clientSecret: '' },
    ...(logoutAtProvider === true ? { logoutAtProvider: 'on' } : {}),
  };
}

function errors({ details }: Refusal, language: Language): Form {
  const { fields: texts, secrets } = oidcTexts[language];
  const problem = details.find(({ path }) => path === 'clientSecret')?.message;
  const byProblem = new Map([
    [secretNeeded, secrets.needed],
    [onlyVisible, secrets.invalid],
    [secretLost, secrets.lost],
  ]);
  return { ...texts, clientSecret: byProblem.get(problem ?? '') ?? texts.clientSecret };
}

const entered = ({ form, errors: wrong }: KindFieldsProps, name: string) => ({
  name,
  value: form[name] ?? '',
  error: wrong?.[name],
  autofocus: firstOf(wrong) === name,
});

/** The issuer and the client. The secret is never shown again. */
function ProviderFields(props: KindFieldsProps) {
  const { form: texts, fields, secrets } = useTexts(oidcTexts);
  const { form, errors: wrong, entry, isNew } = props;
  const isLost = hasLostSecret(form);
  const lost = isNew ? fields.clientSecret : secrets.lost;
  const example = issuerForms[guidedProviderOf(entry)];
  return (
    <>
      {isLost && !isNew && <input type="hidden" name={again} value="yes" />}
      <Field {...entered(props, 'issuer')} label={texts.issuer} hint={texts.issuerHint(example)} required />
      <Field {...entered(props, 'clientId')} label={texts.clientId} required />
      <Field
        {...entered(props, 'clientSecret')}
        value=""
        error={wrong?.['clientSecret'] ?? (isLost ? lost : undefined)}
        type="password"
        label={texts.clientSecret}
        hint={isNew || isLost ? undefined : texts.secretKept}
        autocomplete="new-password"
        required={isNew}
      />
    </>
  );
}

/** Which claim has the email, and signing out. */
function OptionFields(props: KindFieldsProps) {
  const { form: texts } = useTexts(oidcTexts);
  const claims = emailClaims.map((value) => ({ value, label: value }));
  return (
    <>
      <Select
        {...entered(props, 'emailClaim')}
        label={texts.emailClaim}
        hint={texts.emailClaimHint}
        groups={[{ choices: claims }]}
      />
      <fieldset class="picks">
        <Checkbox
          name="logoutAtProvider"
          label={texts.logoutAtProvider}
          checked={props.form['logoutAtProvider'] !== undefined}
        />
        <p class="field-hint">{texts.logoutAtProviderHint}</p>
      </fieldset>
    </>
  );
}
