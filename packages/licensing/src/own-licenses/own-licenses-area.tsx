import { type Area, type AreaVisit, fieldErrors, IdentityError, isUuid, readForm } from '@org/identity-core';
import { findPageUser, type IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { userNotFound } from '../access/errors.js';
import { requestLicense } from '../requests/request-license.js';
import { RequestBody } from '../requests/request-schemas.js';
import { withdrawRequest } from '../requests/withdraw-request.js';
import { listOwnLicenses } from './list-own-licenses.js';
import { OwnLicensesContent } from './own-licenses-content.js';
import { ownLicensesTexts } from './texts.js';

const areaTexts = textsOf(ownLicensesTexts, ({ page, notices, refusals }) => ({
  name: page.name,
  title: page.title,
  notices,
  refusals,
}));

/** The page of a user's own licenses, if users have pages for their account. */
export function ownLicensesAreas(host: IdentityPluginHost): Area[] {
  return host.accounts.accountPage === undefined ? [] : [ownLicensesArea(host)];
}

/** The licenses of a user in all tenants, what they wait for, and the form that asks for another one. */
function ownLicensesArea(host: IdentityPluginHost): Area {
  return {
    place: 'account',
    path: 'licenses',
    // After the profile.
    order: 1.5,
    texts: areaTexts,
    async draw({ principal, hidden, form }, errors = {}) {
      const own = await listOwnLicenses(host, principal.userId);
      return <OwnLicensesContent {...{ own, hidden, form, errors }} />;
    },
    errorsOf(refusal, language) {
      const { noteTooLong, chooseLicense } = ownLicensesTexts[language].page;
      return fieldErrors(refusal, { fields: { applicationId: chooseLicense, note: noteTooLong } });
    },
    async act(visit) {
      const { principal, form } = visit;
      const { userId } = principal;
      if (form['withdraw'] !== undefined) {
        const tenantId = await requireMember(host, visit, form['tenantId'] ?? '');
        await withdrawRequest(host, { tenantId, userId, requestId: form['withdraw'] });
        return { done: 'withdrawn' };
      }
      const [tenant = '', applicationId = '', licenseTypeId = ''] = (form['license'] ?? '').split('.');
      const { note } = form;
      const body = readForm(RequestBody, { applicationId, note, ...(licenseTypeId ? { licenseTypeId } : {}) });
      const tenantId = await requireMember(host, visit, tenant);
      await requestLicense(host, { tenantId, userId, ...body });
      return { done: 'requested' };
    },
  };
}

/** The id of a tenant, for an active member with a second factor if the tenant requires one: the same as in the API. */
async function requireMember(
  { db, pool }: Pick<IdentityPluginHost, 'db' | 'pool'>,
  { principal: { userId, sessionUid } }: AreaVisit,
  tenantId: string,
): Promise<string> {
  const found = isUuid(tenantId) ? await db.tenant.findUnique({ where: { id: tenantId, closingAt: null } }) : null;
  const user = found && (await findPageUser(pool, { userId, sessionUid, slug: found.slug }));
  if (!user?.tenant?.role) throw userNotFound();
  if (user.tenant.mfaRequired && !user.secondFactor)
    throw new IdentityError('SECOND_FACTOR_REQUIRED', 'This tenant requires a second factor.');
  return user.tenant.id;
}
