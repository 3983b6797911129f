import { type FieldErrors, firstOf, type PlatformArea, readForm, type UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Empty, Field, Form, Name, Table, TextArea, textsOf, useLanguage, useTexts } from '@org/identity-ui';
import { createLicenseType } from '../license-types/create-license-type.js';
import { listLicenseTypes } from '../license-types/list-license-types.js';
import { limitsIn, limitsText } from '../limits/limits-text.js';
import { CreateLicenseTypeBody } from '../schemas.js';
import { LimitsField } from '../subscription-parts/life-fields.js';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';
import { featuresIn, licenseTypeErrors } from './license-type-form.js';
import { platformTexts } from './texts.js';

const areaTexts = textsOf(platformTexts, ({ types, notices, refusals }) => ({
  name: types.name,
  title: types.title,
  notices,
  refusals,
}));

/** The license types of an application, on its page, and a form for a new one. */
export function licenseTypesSection(host: IdentityPluginHost): PlatformArea {
  const parent = 'applications/:applicationId';
  const idIn = ({ params }: UserVisit) => params['applicationId'] ?? '';
  return {
    place: 'platform',
    path: `${parent}/license-types`,
    sectionOf: parent,
    texts: areaTexts,
    async draw(visit, errors = {}) {
      const applicationId = idIn(visit);
      const { licenseTypes } = await listLicenseTypes(host.db, { principal: visit.principal, applicationId });
      return <TypesContent {...{ visit, licenseTypes, errors }} path={`${visit.base}/applications/${applicationId}`} />;
    },
    errorsOf: licenseTypeErrors,
    async act(visit) {
      const { principal, form } = visit;
      const body = readForm(CreateLicenseTypeBody, {
        applicationId: idIn(visit),
        name: form['name'],
        slug: form['slug']?.trim(),
        features: featuresIn(form['features']),
        limits: limitsIn(form['limits'] ?? ''),
      });
      await createLicenseType(host, { principal, ...body });
      return { done: 'type-created' };
    },
  };
}

interface TypesProps {
  visit: UserVisit;
  path: string;
  licenseTypes: Awaited<ReturnType<typeof listLicenseTypes>>['licenseTypes'];
  errors: FieldErrors;
}

function TypesContent({ visit: { form, hidden }, path, licenseTypes, errors }: TypesProps) {
  const { types: texts } = useTexts(platformTexts);
  const language = useLanguage();
  const shared = (name: string) => ({
    name,
    value: form[name] ?? '',
    error: errors[name],
    autofocus: firstOf(errors) === name,
  });
  return (
    <>
      {licenseTypes.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <Table
          caption={texts.caption}
          rows={licenseTypes}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.type,
              cell: ({ name, slug }) => (
                <>
                  <Name text={name} />
                  <span class="soft">{slug}</span>
                </>
              ),
            },
            {
              label: texts.features,
              cell: ({ features }) => <bdi>{features.length === 0 ? texts.none : features.join(', ')}</bdi>,
            },
            {
              label: subscriptionPartsTexts[language].fields.typeLimits,
              cell: ({ limits }) => <bdi>{limitsText(limits).replaceAll('\n', ', ') || texts.none}</bdi>,
            },
            {
              label: texts.actions,
              hiddenLabel: true,
              cell: ({ id, name }) => (
                <div class="row-actions">
                  <a class="button button-secondary" href={`${path}/license-types/${id}`}>
                    {texts.change}
                    <span class="hidden">{texts.changeOf(name)}</span>
                  </a>
                </div>
              ),
            },
          ]}
        />
      )}
      <h3>{texts.createTitle}</h3>
      <Form action={`${path}/license-types`} hidden={{ ...hidden }}>
        <Field {...shared('name')} label={texts.nameLabel} required />
        <Field {...shared('slug')} label={texts.slug} hint={texts.slugHint} required />
        <TextArea {...shared('features')} label={texts.featuresLabel} hint={texts.featuresHint} rows={3} />
        <LimitsField values={form} errors={errors} ofType />
        <Button>{texts.create}</Button>
      </Form>
    </>
  );
}
