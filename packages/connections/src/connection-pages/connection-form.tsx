import { type ConnectionKind, type FieldErrors, fieldErrors, firstOf, type Refusal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
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
import type { shownConnection } from '../connections/connection-fields.js';
import type { Choices } from './choices.js';
import { connectionPagesTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;
const domain = 'domain';
const group = 'group';

/** Whether second factors of the provider count. Setup links leave it to the owners. */
export const trustFieldsIn = ({ form, principal }: Pick<SetupVisit, 'form' | 'principal'>) =>
  hasSetupLink(principal) ? {} : { trustMfa: form['trustMfa'] !== undefined };

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

type Stored = ReturnType<typeof shownConnection>;

/** The fields of a form for a connection. */
export function formOf(kind: ConnectionKind, stored: Stored): Form {
  const { name, domains, defaultRole, defaultGroups, roleByGroup, trustMfa, jit } = stored;
  const on = (prefix: string, ids: readonly string[]) => ids.map((id) => [`${prefix}.${id}`, 'on']);
  return {
    ...{ name, defaultRole },
    ...kind.form.write(stored),
    ...(trustMfa ? { trustMfa: 'on' } : {}),
    ...(jit ? { jit: 'on' } : {}),
    ...groupRolesForm(roleByGroup),
    ...Object.fromEntries([...on(domain, domains), ...on(group, defaultGroups)]),
  };
}

/** The fields of the form that were refused. */
export const errorsOfForm =
  ({ connectionKinds }: Pick<IdentityPluginHost, 'connectionKinds'>) =>
  (refusal: Refusal, language: Language): FieldErrors => {
    const { name, understood, ...people } = connectionPagesTexts[language].fields;
    const own = (place: 'provider' | 'options') =>
      Object.fromEntries(
        connectionKinds().flatMap(({ request, form }) => {
          const texts = Object.entries(form.errors(refusal, language));
          return texts.filter(([field]) => field in request[place]);
        }),
      );
    // In the order of the page, because the first one gets the focus.
    const fields = { name, ...own('provider'), ...people, ...own('options'), understood };
    const details = refusal.details.map(({ path, message }) => ({ path: path.split('.')[0] ?? path, message }));
    return fieldErrors({ ...refusal, details }, { fields });
  };

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

/** Whether second factors of the provider count here, which owners decide about. */
export function TrustFields({ form, forSetup }: FieldsProps & { forSetup: boolean }) {
  const { form: texts } = useTexts(connectionPagesTexts);
  if (forSetup) return null;
  return (
    <fieldset class="picks">
      <Pick form={form} name="trustMfa" label={texts.trustMfa} />
      <p class="field-hint">{texts.trustMfaHint}</p>
    </fieldset>
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
