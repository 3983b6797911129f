import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Entry, Name, textsOf, useTexts } from '@org/identity-ui';
import { OwnSeats } from '../console/seat-parts.js';
import { consoleTexts } from '../console/texts.js';
import { type HeldSeat, listSeatsOfUser } from '../seats/list-seats-of-user.js';
import { listOwnLicenses, type OwnRequest } from './list-own-licenses.js';
import { RequestState } from './own-licenses-content.js';
import { ownLicensesTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ own: { title } }) => ({ name: title, title }));

/** On the overview of a plain member: their seats, what they wait for, and the way to ask for a license. */
export function ownStartSection(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'overview-own',
    sectionOf: '',
    order: 30,
    texts: areaTexts,
    isOpen: (visit) => !managesTenant(visit),
    async draw({ principal, tenant }) {
      const { userId } = principal;
      const seats = await listSeatsOfUser(host, { principal, userId });
      const { requests, offers } = await listOwnLicenses(host, userId);
      const isHere = ({ tenantId }: { tenantId: string }) => tenantId === tenant.id;
      // Without pages of the account there is no form.
      const canAsk = host.accounts.accountPage !== undefined && offers.some(isHere);
      return <OwnStart {...{ seats, requests: requests.filter(isHere), canAsk }} />;
    },
  };
}

interface OwnStartProps {
  seats: readonly HeldSeat[];
  requests: readonly OwnRequest[];
  canAsk: boolean;
}

function OwnStart({ seats, requests, canAsk }: OwnStartProps) {
  const { page } = useTexts(ownLicensesTexts);
  return (
    <>
      <OwnSeats seats={seats} />
      {requests.length > 0 && (
        <>
          <h3>{page.requests}</h3>
          <ul class="list entries">
            {requests.map((request) => (
              <Entry
                key={request.id}
                name={<Name text={request.applicationName} />}
                state={<RequestState request={request} />}
              />
            ))}
          </ul>
        </>
      )}
      {canAsk && (
        <p class="bar">
          <a class="button button-secondary" href="/account/licenses">
            {page.ask}
          </a>
        </p>
      )}
    </>
  );
}
