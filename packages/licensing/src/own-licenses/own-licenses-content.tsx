import { type FieldErrors, firstOf } from '@org/identity-core';
import { Button, Day, Entry, Field, Form, Name, Select, useTexts } from '@org/identity-ui';
import { consoleTexts } from '../console/texts.js';
import type { Offer, OwnLicense, OwnLicenses, OwnRequest } from './list-own-licenses.js';
import { ownLicensesTexts } from './texts.js';

interface OwnLicensesProps {
  own: OwnLicenses;
  hidden: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

const path = '/account/licenses';

/** The licenses of a user, the open requests, and the form for another one. */
export function OwnLicensesContent({ own, hidden, form, errors }: OwnLicensesProps) {
  const { page } = useTexts(ownLicensesTexts);
  const { licenses, requests, offers } = own;
  return (
    <>
      {licenses.length === 0 ? (
        <p>{page.none}</p>
      ) : (
        <ul class="list entries">
          {licenses.map((license) => (
            <License key={`${license.tenantId}.${license.applicationId}`} license={license} />
          ))}
        </ul>
      )}
      {requests.length > 0 && (
        <section>
          <h2>{page.requests}</h2>
          <ul class="list entries">
            {requests.map((request) => (
              <Request key={request.id} request={request} hidden={hidden} />
            ))}
          </ul>
        </section>
      )}
      {offers.length > 0 && (
        <section>
          <h2>{page.ask}</h2>
          <p>{page.askLead}</p>
          <Form action={path} hidden={{ ...hidden }}>
            <Select
              name="license"
              label={page.license}
              value={form['license'] ?? ''}
              groups={groupsOf(offers, page.any)}
              error={errors['applicationId']}
              autofocus={firstOf(errors) === 'applicationId'}
            />
            <Field
              name="note"
              label={page.note}
              value={form['note']}
              hint={page.noteHint}
              error={errors['note']}
              autofocus={firstOf(errors) === 'note'}
            />
            <Button>{page.submit}</Button>
          </Form>
        </section>
      )}
    </>
  );
}

function License({ license }: { license: OwnLicense }) {
  const { page } = useTexts(ownLicensesTexts);
  const { use, reasons } = useTexts(consoleTexts);
  const { applicationName, licenseTypeName, tenantName, assignedAt, reason } = license;
  return (
    <Entry
      name={<Name text={applicationName} />}
      state={
        <>
          <span>
            <Name text={licenseTypeName} />
          </span>
          <span>
            <Name text={tenantName} />
          </span>
          <span>{page.since(<Day at={assignedAt} />)}</span>
          {reason === 'LICENSED' ? (
            <span class="here">{use.yes}</span>
          ) : (
            <span>
              {use.no}: {reasons[reason]}
            </span>
          )}
        </>
      }
    />
  );
}

function Request({ request, hidden }: { request: OwnRequest; hidden: Readonly<Record<string, string>> }) {
  const { page } = useTexts(ownLicensesTexts);
  const { id, tenantId, tenantName, applicationName } = request;
  return (
    <Entry
      name={<Name text={applicationName} />}
      state={<RequestState request={request} of={tenantName} />}
      button={{
        text: page.withdraw,
        of: page.ofRequest(applicationName),
        target: { action: path, hidden: { ...hidden, withdraw: id, tenantId } },
      }}
    />
  );
}

/** What was asked for, why the user waits, and for which place. `of` names the tenant. */
export function RequestState({ request, of }: { request: OwnRequest; of?: string }) {
  const { page } = useTexts(ownLicensesTexts);
  const { licenseTypeName, note, cause, position, createdAt } = request;
  return (
    <>
      {licenseTypeName !== null && (
        <span>
          <Name text={licenseTypeName} />
        </span>
      )}
      {of !== undefined && (
        <span>
          <Name text={of} />
        </span>
      )}
      <span>{(cause === null ? page.asked : page.causes[cause])(<Day at={createdAt} />)}</span>
      {note !== null && (
        <span>
          <bdi>{note}</bdi>
        </span>
      )}
      <span class="here">{position === null ? page.pending : page.waiting(position)}</span>
    </>
  );
}

/** What can be asked for, by tenant. If there are several types of a license, each of them and any of them. */
function groupsOf(offers: readonly Offer[], any: (application: string) => string) {
  const tenants = new Map(offers.map(({ tenantId, tenantName }) => [tenantId, tenantName]));
  return [...tenants].map(([tenantId, label]) => ({
    label,
    choices: offers
      .filter((offer) => offer.tenantId === tenantId)
      .flatMap(({ applicationId, applicationName, licenseTypes }) => {
        const value = `${tenantId}.${applicationId}`;
        if (licenseTypes.length < 2) return [{ value, label: applicationName }];
        const types = licenseTypes.map(({ id, name }) => ({
          value: `${value}.${id}`,
          label: `${applicationName}: ${name}`,
        }));
        return [{ value, label: any(applicationName) }, ...types];
      }),
  }));
}
