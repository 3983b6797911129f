import { type FieldErrors, firstOf, type Use, type UserVisit } from '@org/identity-core';
import { Button, DeletionSection, Field, Form, Name, TextArea, useTexts } from '@org/identity-ui';
import type { getLicenseType } from '../license-types/get-license-type.js';
import { limitsText } from '../limits/limits-text.js';
import { LimitsField } from '../subscription-parts/life-fields.js';
import { platformTexts } from './texts.js';

interface TypeProps {
  visit: UserVisit;
  type: Awaited<ReturnType<typeof getLicenseType>>;
  uses: readonly Use[];
  errors: FieldErrors | undefined;
}

/** The forms that change and delete a license type. One that is in use cannot be deleted: the page says what uses it. */
export function LicenseTypeContent({ visit, type, uses, errors }: TypeProps) {
  const { types: texts, typeUses } = useTexts(platformTexts);
  const ofApplication = `${visit.base}/applications/${type.applicationId}`;
  const action = `${ofApplication}/license-types/${type.id}`;
  const isRefused = visit.form['action'] === 'change' && errors !== undefined;
  const stored = { name: type.name, features: type.features.join('\n'), limits: limitsText(type.limits) };
  const values: Readonly<Record<string, string>> = isRefused ? visit.form : stored;
  const shared = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  return (
    <>
      <dl class="facts">
        <dt>{texts.application}</dt>
        <dd>
          <a href={ofApplication}>
            <Name text={type.applicationName} />
          </a>
        </dd>
        <dt>{texts.slug}</dt>
        <dd>
          <bdi>{type.slug}</bdi>
        </dd>
      </dl>
      <section>
        <h2>{texts.changeTitle}</h2>
        <p>{texts.changeHint}</p>
        <Form action={action} hidden={{ ...visit.hidden, action: 'change' }}>
          <Field {...shared('name')} label={texts.nameLabel} required />
          <TextArea {...shared('features')} label={texts.featuresLabel} hint={texts.featuresHint} rows={5} />
          <LimitsField values={values} errors={errors} ofType />
          <Button>{texts.save}</Button>
        </Form>
      </section>
      <DeletionSection {...{ texts, action, uses }} hidden={visit.hidden} kinds={typeUses} />
    </>
  );
}
