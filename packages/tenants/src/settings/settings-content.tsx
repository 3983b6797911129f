import { brandOfTenant, type FieldErrors, firstOf } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  ColourField,
  Field,
  Form,
  lookColours,
  Notice,
  OwnScript,
  previewScript,
  useTexts,
} from '@org/identity-ui';
import { brandOfFields, type SettingsFields } from './settings-form.js';
import { SignInPreview } from './sign-in-preview.js';
import { settingsTexts } from './texts.js';

export interface SettingsContentProps {
  action: string;
  hidden: Readonly<Record<string, string>>;
  slug: string;
  fields: SettingsFields;
  errors: FieldErrors | undefined;
  /** The brand of the deployment. */
  brand: Brand;
  /** The paths of the uploaded images. */
  images: Readonly<Record<string, string>>;
  /** What the preview shows. */
  previewed: SettingsFields;
  saved: boolean;
}

/** The form of the settings, and the preview of the sign-in page. */
export function SettingsContent(props: SettingsContentProps) {
  const { action, hidden, slug, fields, errors } = props;
  const { settings } = useTexts(settingsTexts);
  const entered = (name: keyof SettingsFields) => ({
    name,
    value: fields[name],
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  return (
    <div class="with-preview">
      <Form action={action} hidden={{ ...hidden }}>
        <section>
          <h2>{settings.general}</h2>
          <Field {...entered('name')} label={settings.nameLabel} required />
          <dl class="facts">
            <dt>{settings.slugLabel}</dt>
            <dd>
              {slug} <span class="soft">{settings.slugHint}</span>
            </dd>
          </dl>
          <Field {...entered('startUrl')} label={settings.startUrlLabel} hint={settings.startUrlHint} />
        </section>
        <section>
          <h2>{settings.look}</h2>
          <p>{settings.lookLead}</p>
          <Field {...entered('brandName')} previews="name" label={settings.brandNameLabel} />
          <Field {...entered('logoUrl')} label={settings.logoLabel} hint={settings.logoHint} />
          <ColourField
            {...entered('accentColor')}
            previews="accent"
            normal={lookColours(props.brand, 'light').accent}
            label={settings.accentLabel}
            hint={settings.accentHint}
          />
        </section>
        <Actions>
          {/* First, so that the Enter key saves. */}
          <Button>{settings.save}</Button>
          <Button kind="secondary" name="action" value="preview">
            {settings.preview}
          </Button>
        </Actions>
      </Form>
      <Preview {...props} />
    </div>
  );
}

function Preview({ brand, images, previewed, saved }: SettingsContentProps) {
  const { settings, previewTexts } = useTexts(settingsTexts);
  const ofTenant = brandOfTenant(brand, { ...brandOfFields(previewed), images });
  return (
    <section id="preview">
      <h2>{settings.previewTitle}</h2>
      {saved ? (
        <p>{settings.previewSaved}</p>
      ) : (
        // In a narrow window the preview is below the form: the focus leads there.
        <Notice kind="info" focused>
          {settings.previewUnsaved}
        </Notice>
      )}
      <div class="previews">
        <SignInPreview brand={ofTenant} look="light" texts={previewTexts} />
        <SignInPreview brand={ofTenant} look="dark" texts={previewTexts} />
      </div>
      <OwnScript script={previewScript} />
    </section>
  );
}
