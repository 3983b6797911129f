import { fieldErrors, firstOf, type PlatformArea, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Field, Form, textsOf } from '@org/identity-ui';
import { CreatePlatformTenantBody } from '../schemas.js';
import { createTenantOfOwner } from './create-tenant-of-owner.js';
import { platformTexts } from './texts.js';

const areaTexts = textsOf(platformTexts, ({ newTenant, newTenantRefusals }) => ({
  name: newTenant.title,
  title: newTenant.title,
  refusals: newTenantRefusals,
}));

/** The form for a new tenant, whose owner is invited. */
export function newTenantArea(host: IdentityPluginHost): PlatformArea {
  return {
    place: 'platform',
    path: 'tenants/new',
    parent: 'tenants',
    texts: areaTexts,
    async draw({ base, form, hidden, language }, errors) {
      const { newTenant: texts } = platformTexts[language];
      const shared = (name: string) => ({
        name,
        value: form[name] ?? '',
        error: errors?.[name],
        autofocus: firstOf(errors) === name,
      });
      return (
        <>
          <p>{texts.lead}</p>
          <Form action={`${base}/tenants/new`} hidden={{ ...hidden }}>
            <Field {...shared('name')} label={texts.nameLabel} required />
            <Field {...shared('slug')} label={texts.slugLabel} hint={texts.slugHint} />
            <Field {...shared('ownerEmail')} type="email" label={texts.ownerLabel} hint={texts.ownerHint} required />
            <Button>{texts.create}</Button>
          </Form>
        </>
      );
    },
    errorsOf: (refusal, language) => {
      const { name, slug, ownerEmail } = platformTexts[language].newTenantFields;
      return fieldErrors(refusal, {
        codes: { SLUG_TAKEN: 'slug', RATE_LIMITED: 'ownerEmail' },
        fields: { name, slug, ownerEmail },
      });
    },
    async act({ principal, base, form, language }) {
      const { name, slug, ownerEmail } = form;
      const body = readForm(CreatePlatformTenantBody, {
        name,
        ...(slug?.trim() ? { slug: slug.trim() } : {}),
        ownerEmail: ownerEmail?.trim(),
      });
      await createTenantOfOwner(host, { principal, language, ...body });
      return { redirect: `${base}/tenants?done=created` };
    },
  };
}
