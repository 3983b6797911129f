import { type FieldErrors, firstOf } from '@org/identity-core';
import { Actions, Button, Field, Form, Select, useLanguage, useTexts } from '@org/identity-ui';
import { languageChoices, timeZoneChoices } from './profile-choices.js';
import { profileTexts } from './texts.js';

/** The fields in the order of the page; their names are those of the API. Rare fields are behind "More". */
export const profileFields = [
  { name: 'displayName', kind: 'name', autocomplete: 'name', rare: false },
  { name: 'givenName', kind: 'name', autocomplete: 'given-name', rare: false },
  { name: 'familyName', kind: 'name', autocomplete: 'family-name', rare: false },
  { name: 'pictureUrl', kind: 'address', autocomplete: 'photo', rare: false },
  { name: 'locale', kind: 'locale', autocomplete: 'language', rare: false },
  { name: 'zoneinfo', kind: 'zoneinfo', autocomplete: 'off', rare: false },
  { name: 'middleName', kind: 'name', autocomplete: 'additional-name', rare: true },
  { name: 'nickname', kind: 'name', autocomplete: 'nickname', rare: true },
  { name: 'website', kind: 'address', autocomplete: 'url', rare: true },
] as const;

type FieldName = (typeof profileFields)[number]['name'];
export type ProfileValues = Readonly<Partial<Record<FieldName, string | null>>>;

export interface ProfileFormProps {
  values: ProfileValues;
  errors: FieldErrors;
  hidden: Readonly<Record<string, string>>;
}

/** Everything that users can change in their profile, in one form. */
export function ProfileForm({ values, errors, hidden }: ProfileFormProps) {
  const { profile: texts } = useTexts(profileTexts);
  const rare = profileFields.filter((field) => field.rare);
  const fields = (shown: readonly (typeof profileFields)[number][]) =>
    shown.map((field) => <ProfileField key={field.name} {...field} value={values[field.name] ?? ''} errors={errors} />);
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <Form action="/account/profile" hidden={{ ...hidden }}>
        {fields(profileFields.filter((field) => !field.rare))}
        <details class="more" open={rare.some(({ name }) => errors[name] !== undefined)}>
          <summary>{texts.more}</summary>
          {fields(rare)}
        </details>
        <Actions>
          <Button>{texts.save}</Button>
        </Actions>
      </Form>
    </>
  );
}

interface ProfileFieldProps {
  name: FieldName;
  autocomplete: string;
  value: string;
  errors: FieldErrors;
}

function ProfileField({ name, autocomplete, value, errors }: ProfileFieldProps) {
  const { profile: texts } = useTexts(profileTexts);
  const language = useLanguage();
  const shared = { name, ...texts.fields[name], value, error: errors[name], autofocus: firstOf(errors) === name };
  if (name === 'locale') return <Select {...shared} groups={languageChoices(value, language)} />;
  if (name === 'zoneinfo') return <Select {...shared} groups={timeZoneChoices(value, language)} />;
  const field = <Field {...shared} autocomplete={autocomplete} />;
  if (name !== 'pictureUrl' || errors[name] !== undefined || !isSecure(value)) return field;
  return (
    <div class="picture">
      {/* The server of the picture must not learn where it is shown. */}
      <img src={value} alt={texts.preview} width="64" height="64" referrerpolicy="no-referrer" />
      {field}
    </div>
  );
}

/** The policy of the pages allows https images only. */
const isSecure = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';
