import { type Confirmation, type PlatformArea, readForm, type UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Language, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { deleteLicenseType } from '../license-types/delete-license-type.js';
import { getLicenseType, licenseTypeNotFound } from '../license-types/get-license-type.js';
import { findLicenseUses } from '../license-types/license-uses.js';
import { type LicenseTypeChanges, updateLicenseType } from '../license-types/update-license-type.js';
import { limitsIn } from '../limits/limits-text.js';
import { UpdateLicenseTypeBody } from '../schemas.js';
import { LicenseTypeContent } from './license-type-content.js';
import { featuresIn, licenseTypeErrors } from './license-type-form.js';
import { platformTexts } from './texts.js';

type LicenseType = Awaited<ReturnType<typeof getLicenseType>>;

const areaTexts = textsOf(platformTexts, ({ types, notices, refusals }) => ({
  name: types.type,
  title: types.type,
  notices,
  refusals,
}));

const TypeAction = z.object({ action: z.enum(['change', 'delete']) });
const actionIn = ({ form }: UserVisit) => readForm(TypeAction, form).action;

/** One license type: its name, features and limits, and deleting it. What takes something away is confirmed first. */
export function licenseTypeArea(host: IdentityPluginHost): PlatformArea {
  const find = async ({ params }: UserVisit) => {
    const type = await getLicenseType(host.db, params['licenseTypeId'] ?? '');
    if (type.applicationId !== params['applicationId']) throw licenseTypeNotFound();
    return type;
  };
  return {
    place: 'platform',
    path: 'applications/:applicationId/license-types/:licenseTypeId',
    parent: 'applications',
    texts: areaTexts,
    async draw(visit, errors) {
      const type = await find(visit);
      const uses = await findLicenseUses(host.db, { licenseTypeId: type.id });
      return {
        heading: platformTexts[visit.language].types.of(type.applicationName, type.name),
        content: <LicenseTypeContent {...{ visit, type, uses, errors }} />,
      };
    },
    errorsOf: licenseTypeErrors,
    needsFreshSignIn: (visit) => actionIn(visit) === 'delete',
    async confirm(visit) {
      const type = await find(visit);
      if (actionIn(visit) === 'delete') return deletionOf(type, visit.language);
      return narrowingOf(type, changesIn(visit), visit.language);
    },
    async act(visit) {
      const { principal, base } = visit;
      const { id: licenseTypeId, applicationId, updatedAt } = await find(visit);
      const isDeleted = actionIn(visit) === 'delete';
      if (isDeleted) {
        await deleteLicenseType(host, { principal, licenseTypeId });
        return { redirect: `${base}/applications/${applicationId}?done=type-deleted` };
      }
      const changed = await updateLicenseType(host, { principal, licenseTypeId, changes: changesIn(visit) });
      return { done: changed.updatedAt.getTime() === updatedAt.getTime() ? 'unchanged' : 'type-changed' };
    },
  };
}

function changesIn({ form }: UserVisit): LicenseTypeChanges {
  return readForm(UpdateLicenseTypeBody, {
    name: form['name'],
    features: featuresIn(form['features']),
    limits: limitsIn(form['limits'] ?? ''),
  });
}

function deletionOf({ name }: LicenseType, language: Language): Confirmation {
  const { deleteTitle, delete: button, deleteFact } = platformTexts[language].typeConfirm;
  return { title: deleteTitle(name), button, facts: [deleteFact] };
}

/** What is asked if the change takes something from everybody who holds such a license; undefined if it does not. */
function narrowingOf(
  type: LicenseType,
  { features = type.features, limits = type.limits }: LicenseTypeChanges,
  language: Language,
): Confirmation | undefined {
  const texts = platformTexts[language].typeConfirm;
  const lost = type.features.filter((feature) => !features.includes(feature));
  const lowered = Object.entries(type.limits).filter(([key, value]) => (limits[key] ?? Infinity) < value);
  if (lost.length === 0 && lowered.length === 0) return undefined;
  const facts = [
    ...(lost.length === 0 ? [] : [texts.lostFact(lost.join(', '))]),
    ...(lowered.length === 0 ? [] : [texts.loweredFact(lowered.map(([key]) => key).join(', '))]),
    texts.narrowFact,
  ];
  return { title: texts.narrowTitle(type.name), button: texts.narrow, facts };
}
