import { Actions, Button, type ErrorDetail, Field, Form } from '@org/identity-core';

/** The fields in the order of the page; the names are the API's. */
export const profileFields = [
  { name: 'displayName', label: 'Name', hint: 'As others see it.', autocomplete: 'name' },
  { name: 'givenName', label: 'First name', autocomplete: 'given-name' },
  { name: 'middleName', label: 'Middle name', autocomplete: 'additional-name' },
  { name: 'familyName', label: 'Last name', autocomplete: 'family-name' },
  { name: 'nickname', label: 'Nickname', autocomplete: 'nickname' },
  { name: 'pictureUrl', label: 'Picture', hint: 'The address of a picture on the web.', autocomplete: 'photo' },
  { name: 'website', label: 'Website', autocomplete: 'url' },
  { name: 'locale', label: 'Language', hint: 'Such as en or de-AT.', autocomplete: 'language' },
  { name: 'zoneinfo', label: 'Time zone', hint: 'Such as Europe/Berlin.' },
] as const satisfies readonly { name: string; label: string; hint?: string; autocomplete?: string }[];

export type ProfileValues = Readonly<Partial<Record<(typeof profileFields)[number]['name'], string | null>>>;

export interface ProfileFormProps {
  values: ProfileValues;
  details: readonly ErrorDetail[];
  hidden: Readonly<Record<string, string>>;
}

/** Everything a person may change about themselves, in one form. */
export function ProfileForm({ values, details, hidden }: ProfileFormProps) {
  return (
    <>
      <p class="lead">Applications see what you enter here when you sign in to them. Every field may stay empty.</p>
      <Form action="/account/profile" hidden={{ ...hidden }}>
        {profileFields.map(({ name, ...field }) => (
          <Field
            key={name}
            name={name}
            {...field}
            value={values[name] ?? ''}
            error={details.find(({ path }) => path === name)?.message}
          />
        ))}
        <Actions>
          <Button>Save</Button>
        </Actions>
      </Form>
    </>
  );
}
