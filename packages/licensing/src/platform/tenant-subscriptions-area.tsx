import {
  type FieldErrors,
  fieldErrors,
  firstOf,
  type PlatformArea,
  readForm,
  type UserVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Empty, Field, Form, type Language, Name, Select, Table, textsOf, useTexts } from '@org/identity-ui';
import { SubscriptionState } from '../console/seat-parts.js';
import { listLicenseTypes } from '../license-types/list-license-types.js';
import { limitsIn } from '../limits/limits-text.js';
import { LimitsField, OverageField, TrialField } from '../subscription-parts/life-fields.js';
import { SeatsOf, TrialBadge } from '../subscription-parts/subscription-facts.js';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';
import { createSubscription } from '../subscriptions/create-subscription.js';
import { findTenantWithSubscriptions } from '../subscriptions/list-subscriptions.js';
import { CreateSubscriptionBody } from '../subscriptions/subscription-schemas.js';
import { limitsError } from './limits-error.js';
import { numberIn } from './subscription-changes.js';
import { endOfDay, startOfDay } from './subscription-days.js';
import { platformTexts } from './texts.js';

type Tenant = Awaited<ReturnType<typeof findTenantWithSubscriptions>>;
type LicenseTypes = Awaited<ReturnType<typeof listLicenseTypes>>['licenseTypes'];

/** The texts of the pages about subscriptions. */
export const subscriptionTexts = textsOf(platformTexts, ({ subscriptions, notices, refusals }, language) => {
  const parts = subscriptionPartsTexts[language];
  return {
    name: subscriptions.name,
    title: subscriptions.title,
    notices: { ...notices, ...parts.notices },
    refusals: { ...refusals, ...parts.refusals },
  };
});

/** The error of each field of a subscription. */
export function subscriptionErrors(refusal: Parameters<typeof fieldErrors>[0], language: Language): FieldErrors {
  const { license, quantity, startsAt, expiresAt, status } = platformTexts[language].fields;
  const { errors, ends } = subscriptionPartsTexts[language];
  const codes = {
    SEATS_IN_USE: 'quantity',
    SEAT_LEASED: 'quantity',
    TRIAL_USED: 'trial',
    INVALID_LICENSE_TYPE: 'licenseTypeId',
    INVALID_APPLICATION_ID: 'licenseTypeId',
  } as const;
  const details = refusal.details.map(({ path, message }) => ({ path: path.split('.')[0] ?? '', message }));
  const rule = details.find(({ path }) => path === 'expiresAt')?.message ?? '';
  const end = Object.hasOwn(ends, rule) ? ends[rule as keyof typeof ends] : expiresAt;
  const fields = {
    licenseTypeId: license,
    quantity,
    startsAt,
    expiresAt: end,
    status,
    ...errors,
    limits: limitsError(refusal, language),
  };
  return fieldErrors({ ...refusal, details }, { codes, fields });
}

/** What one tenant has bought, and a form that sells more. */
export function tenantSubscriptionsArea(host: IdentityPluginHost): PlatformArea {
  const { db } = host;
  return {
    place: 'platform',
    path: 'subscriptions/:tenantId',
    parent: 'subscriptions',
    texts: subscriptionTexts,
    async draw(visit, errors = {}) {
      const { principal, params, language } = visit;
      const found = await findTenantWithSubscriptions(host, { principal, tenantId: params['tenantId'] ?? '' });
      const { licenseTypes } = await listLicenseTypes(db, { principal });
      return {
        heading: platformTexts[language].subscriptions.of(found.tenant.name),
        content: <TenantContent {...{ visit, found, licenseTypes, errors }} />,
      };
    },
    errorsOf: subscriptionErrors,
    async act({ principal, params, form }) {
      const { licenseTypes } = await listLicenseTypes(db, { principal });
      const licenseTypeId = form['licenseTypeId'] ?? '';
      const type = licenseTypes.find(({ id }) => id === licenseTypeId);
      const { startsAt, expiresAt } = form;
      const body = readForm(CreateSubscriptionBody, {
        licenseTypeId,
        applicationId: type?.applicationId ?? licenseTypeId,
        quantity: numberIn(form['quantity']),
        ...(form['trial'] ? { trial: form['trial'] === 'true' ? true : form['trial'] } : {}),
        ...(form['overagePercent']?.trim() ? { overagePercent: numberIn(form['overagePercent'].trim()) } : {}),
        ...(form['limits']?.trim() ? { limits: limitsIn(form['limits']) } : {}),
        ...(startsAt?.trim() ? { startsAt: startOfDay(startsAt.trim()) } : {}),
        ...(expiresAt?.trim() ? { expiresAt: endOfDay(expiresAt.trim()) } : {}),
      });
      await createSubscription(host, { principal, tenantId: params['tenantId'] ?? '', ...body });
      return { done: 'sold' };
    },
  };
}

interface ContentProps {
  visit: UserVisit;
  found: Tenant;
  licenseTypes: LicenseTypes;
  errors: FieldErrors;
}

function TenantContent({ visit, found: { tenant, subscriptions }, licenseTypes, errors }: ContentProps) {
  const { subscriptions: texts } = useTexts(platformTexts);
  const path = `${visit.base}/subscriptions/${tenant.id}`;
  return (
    <>
      <p class="bar">
        <a class="button button-secondary" href={`/console/${tenant.slug}`}>
          {texts.console}
        </a>
      </p>
      {subscriptions.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <Table
          caption={texts.caption}
          rows={subscriptions}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.what,
              cell: ({ applicationName, licenseTypeName }) => (
                <>
                  <Name text={licenseTypeName} />
                  <span class="soft">
                    <Name text={applicationName} />
                  </span>
                </>
              ),
            },
            {
              label: texts.seats,
              numeric: true,
              cell: (subscription) => <SeatsOf quantity={subscription.quantityPurchased} subscription={subscription} />,
            },
            { label: texts.held, numeric: true, cell: ({ quantityAssigned }) => quantityAssigned },
            {
              label: texts.state,
              cell: (subscription) => (
                <>
                  <SubscriptionState subscription={subscription} /> <TrialBadge trial={subscription.trial} />
                </>
              ),
            },
            {
              label: texts.actions,
              hiddenLabel: true,
              cell: ({ id, licenseTypeName }) => (
                <div class="row-actions">
                  <a class="button button-secondary" href={`${path}/${id}`}>
                    {texts.change}
                    <span class="hidden">{texts.changeOf(licenseTypeName)}</span>
                  </a>
                </div>
              ),
            },
          ]}
        />
      )}
      <section>
        <h2>{texts.sellTitle}</h2>
        {licenseTypes.length === 0 ? (
          <Empty>{texts.noTypes}</Empty>
        ) : (
          <SellForm {...{ visit, path, licenseTypes, errors }} />
        )}
      </section>
    </>
  );
}

function SellForm({ visit, path, licenseTypes, errors }: Omit<ContentProps, 'found'> & { path: string }) {
  const { subscriptions: texts } = useTexts(platformTexts);
  const { form, hidden } = visit;
  const focused = firstOf(errors);
  const applications = [...new Map(licenseTypes.map((type) => [type.applicationId, type.applicationName]))];
  const groups = applications.map(([applicationId, label]) => ({
    label,
    choices: licenseTypes
      .filter((type) => type.applicationId === applicationId)
      .map(({ id, name }) => ({ value: id, label: name })),
  }));
  const shared = (name: string) => ({
    name,
    value: form[name] ?? '',
    error: errors[name],
    autofocus: focused === name,
  });
  const life = { values: form, errors };
  return (
    <Form action={path} hidden={{ ...hidden }}>
      <Select
        {...shared('licenseTypeId')}
        label={texts.license}
        groups={[{ choices: [{ value: '', label: texts.choose }] }, ...groups]}
      />
      <Field {...shared('quantity')} label={texts.quantity} inputmode="numeric" required />
      <Field {...shared('startsAt')} type="date" label={texts.startsAt} hint={texts.startsHint} />
      <Field {...shared('expiresAt')} type="date" label={texts.expiresAt} hint={texts.expiresHint} />
      <TrialField {...life} />
      <OverageField {...life} />
      <LimitsField {...life} />
      <Button>{texts.sell}</Button>
    </Form>
  );
}
