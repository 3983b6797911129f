import { type FieldErrors, fieldErrors, firstOf, type Refusal } from '@org/identity-core';
import {
  Checkbox,
  checkedIds,
  Field,
  GroupRoles,
  groupRolesForm,
  groupRolesIn,
  type Language,
  Select,
  useTexts,
} from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { secretNeeded } from '../connections/update-connection.js';
import { onlyVisible } from '../schemas.js';
import type { Choices } from './choices.js';
import { again, hasLostSecret, secretLost } from './lost-secret.js';
import { connectionPagesTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;
const domain = 'domain';
const group = 'group';

/** The provider, and how it is used. A change of some of these makes a draft of the connection: see `draftFields`. */
export function providerFieldsIn({ form, principal }: Pick<SetupVisit, 'form' | 'principal'>) {
  return {
    issuer: form['issuer'] ?? '',
    clientId: form['clientId'] ?? '',
    clientSecret: form['clientSecret'] ?? '',
    emailClaim: form['emailClaim'] ?? 'email',
    logoutAtProvider: form['logoutAtProvider'] !== undefined,
    ...(hasSetupLink(principal) ? {} : { trustMfa: form['trustMfa'] !== undefined }),
  };
}

/** Whom the connection signs in, and as what. Setup links leave the latter to the owners. */
export function peopleFieldsIn({ form, principal }: Pick<SetupVisit, 'form' | 'principal'>) {
  const signedIn = { name: form['name'] ?? '', domains: checkedIds(form, domain) };
  if (hasSetupLink(principal)) return signedIn;
  return {
    ...signedIn,
    jit: form['jit'] !== undefined,
    defaultRole: form['defaultRole'] ?? '',
    defaultGroups: checkedIds(form, group),
    roleByGroup: groupRolesIn(form),
  };
}

interface Stored {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly trustMfa: boolean;
  readonly domains: readonly string[];
  readonly defaultRole: string;
  readonly defaultGroups: readonly string[];
  readonly roleByGroup: Readonly<Record<string, string>>;
  readonly jit: boolean;
  readonly emailClaim: string;
  readonly logoutAtProvider: boolean;
}

/** The fields of a form for a connection. */
export function formOf(stored: Stored): Form {
  const { name, issuer, clientId, domains, defaultRole, defaultGroups, roleByGroup, emailClaim } = stored;
  const { trustMfa, jit, logoutAtProvider } = stored;
  const on = (prefix: string, ids: readonly string[]) => ids.map((id) => [`${prefix}.${id}`, 'on']);
  return {
    ...{ name, issuer, clientId, defaultRole, emailClaim, clientSecret: '' },
    ...(trustMfa ? { trustMfa: 'on' } : {}),
    ...(jit ? { jit: 'on' } : {}),
    ...(logoutAtProvider ? { logoutAtProvider: 'on' } : {}),
    ...groupRolesForm(roleByGroup),
    ...Object.fromEntries([...on(domain, domains), ...on(group, defaultGroups)]),
  };
}

/** The fields of the form that were refused. */
export function errorsOfForm(refusal: Refusal, language: Language): FieldErrors {
  const { fields: texts, secrets } = connectionPagesTexts[language];
  const problem = refusal.details.find(({ path }) => path === 'clientSecret')?.message;
  const byProblem = new Map([
    [secretNeeded, secrets.needed],
    [onlyVisible, secrets.invalid],
    [secretLost, secrets.lost],
  ]);
  const fields = { ...texts, clientSecret: byProblem.get(problem ?? '') ?? texts.clientSecret };
  const details = refusal.details.map(({ path, message }) => ({ path: path.split('.')[0] ?? path, message }));
  return fieldErrors({ ...refusal, details }, { fields });
}

interface FieldsProps {
  form: Form;
  errors: FieldErrors | undefined;
}

const entered = ({ form, errors }: FieldsProps, name: string) => ({
  name,
  value: form[name] ?? '',
  error: errors?.[name],
  autofocus: firstOf(errors) === name,
});

export function NameField(props: FieldsProps) {
  const { form: texts } = useTexts(connectionPagesTexts);
  return <Field {...entered(props, 'name')} label={texts.name} hint={texts.nameHint} required />;
}

/** The issuer and the client. The secret is never shown again. */
export function ProviderFields(props: FieldsProps & { example: string; isNew: boolean }) {
  const { form: texts, fields, secrets } = useTexts(connectionPagesTexts);
  const { form, errors, example, isNew } = props;
  const isLost = hasLostSecret(form);
  const lost = isNew ? fields.clientSecret : secrets.lost;
  return (
    <>
      {isLost && !isNew && <input type="hidden" name={again} value="yes" />}
      <Field {...entered(props, 'issuer')} label={texts.issuer} hint={texts.issuerHint(example)} required />
      <Field {...entered(props, 'clientId')} label={texts.clientId} required />
      <Field
        {...entered(props, 'clientSecret')}
        value=""
        error={errors?.['clientSecret'] ?? (isLost ? lost : undefined)}
        type="password"
        label={texts.clientSecret}
        hint={isNew || isLost ? undefined : texts.secretKept}
        autocomplete="new-password"
        required={isNew}
      />
    </>
  );
}

/** How the provider is used besides: which claim has the email, signing out, and second factors, which owners decide about. */
export function UseFields(props: FieldsProps & { forSetup: boolean }) {
  const { form: texts } = useTexts(connectionPagesTexts);
  const { form, forSetup } = props;
  const claims = (['email', 'preferred_username', 'upn'] as const).map((value) => ({ value, label: value }));
  return (
    <>
      <Select
        {...entered(props, 'emailClaim')}
        label={texts.emailClaim}
        hint={texts.emailClaimHint}
        groups={[{ choices: claims }]}
      />
      <fieldset class="picks">
        <Pick form={form} name="logoutAtProvider" label={texts.logoutAtProvider} />
        <p class="field-hint">{texts.logoutAtProviderHint}</p>
      </fieldset>
      {!forSetup && (
        <fieldset class="picks">
          <Pick form={form} name="trustMfa" label={texts.trustMfa} />
          <p class="field-hint">{texts.trustMfaHint}</p>
        </fieldset>
      )}
    </>
  );
}

/** The domains, and what becomes of people who sign in for the first time, which setup links leave to the owners. */
export function PeopleFields(props: FieldsProps & Choices & { forSetup: boolean }) {
  const { form: texts } = useTexts(connectionPagesTexts);
  const { form, errors, domains, groups, ruledGroups, forSetup } = props;
  const roles = (['member', 'admin'] as const).map((value) => ({ value, label: texts.roles[value] }));
  // The first checkbox of the list that was refused gets the focus.
  const picked = (list: string, index: number) => ({
    form,
    refusedBy: errors?.[list] && errorOf(list),
    autofocus: index === 0 && firstOf(errors) === list,
  });
  return (
    <>
      <Picks name="domains" label={texts.domains} error={errors?.['domains']}>
        <p class="field-hint">{domains.length === 0 ? texts.domainsEmpty : texts.domainsHint}</p>
        {domains.map(({ id, domain: name, status }, index) => (
          <Pick
            key={id}
            {...picked('domains', index)}
            name={`${domain}.${id}`}
            label={texts.domainStates[status](name)}
          />
        ))}
      </Picks>
      {!forSetup && (
        <fieldset class="picks">
          <Pick form={form} name="jit" label={texts.jit} />
          <p class="field-hint">{texts.jitHint}</p>
        </fieldset>
      )}
      {!forSetup && (
        <Select
          {...entered(props, 'defaultRole')}
          label={texts.defaultRole}
          hint={texts.defaultRoleHint}
          groups={[{ choices: roles }]}
        />
      )}
      {!forSetup && groups.length > 0 && (
        <Picks name="defaultGroups" label={texts.defaultGroups} error={errors?.['defaultGroups']}>
          {groups.map(({ id, name }, index) => (
            <Pick key={id} {...picked('defaultGroups', index)} name={`${group}.${id}`} label={name} />
          ))}
        </Picks>
      )}
      {!forSetup && ruledGroups.length > 0 && (
        <GroupRoles
          {...{ form }}
          groups={ruledGroups}
          label={texts.roleByGroup}
          hint={texts.roleByGroupHint}
          error={errors?.['roleByGroup']}
          autofocus={firstOf(errors) === 'roleByGroup'}
          words={texts.groupRoles}
        />
      )}
    </>
  );
}

function Picks(props: { name: string; label: string; error: string | undefined; children: ComponentChildren }) {
  const { name, label, error, children } = props;
  const id = `field-${name}`;
  return (
    <fieldset class="picks" id={id} aria-describedby={error && errorOf(name)}>
      <legend>{label}</legend>
      {error && (
        <p class="field-error" id={errorOf(name)}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

const errorOf = (name: string) => `field-${name}-error`;

type PickProps = Omit<Parameters<typeof Checkbox>[0], 'checked'> & { form: Form };
const Pick = ({ form, ...props }: PickProps) => <Checkbox {...props} checked={form[props.name] !== undefined} />;
