import { Actions, Button, type ErrorDetail, Field, Form, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';

/** The fields in the order of the page; the names are the API's. */
export const profileFields = [
  { name: 'displayName', kind: 'name', autocomplete: 'name' },
  { name: 'givenName', kind: 'name', autocomplete: 'given-name' },
  { name: 'middleName', kind: 'name', autocomplete: 'additional-name' },
  { name: 'familyName', kind: 'name', autocomplete: 'family-name' },
  { name: 'nickname', kind: 'name', autocomplete: 'nickname' },
  { name: 'pictureUrl', kind: 'address', autocomplete: 'photo' },
  { name: 'website', kind: 'address', autocomplete: 'url' },
  { name: 'locale', kind: 'locale', autocomplete: 'language' },
  { name: 'zoneinfo', kind: 'zoneinfo', autocomplete: 'off' },
] as const;

export type ProfileValues = Readonly<Partial<Record<(typeof profileFields)[number]['name'], string | null>>>;

export interface ProfileFormProps {
  values: ProfileValues;
  details: readonly ErrorDetail[];
  hidden: Readonly<Record<string, string>>;
}

/** Everything a person may change about themselves, in one form. */
export function ProfileForm({ values, details, hidden }: ProfileFormProps) {
  const { profile: texts } = useTexts(usersTexts).account;
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <Form action="/account/profile" hidden={{ ...hidden }}>
        {profileFields.map(({ name, kind, autocomplete }) => (
          <Field
            key={name}
            name={name}
            {...texts.fields[name]}
            autocomplete={autocomplete}
            value={values[name] ?? ''}
            error={details.some(({ path }) => path === name) ? texts.wrong[kind] : undefined}
          />
        ))}
        <Actions>
          <Button>{texts.save}</Button>
        </Actions>
      </Form>
    </>
  );
}
