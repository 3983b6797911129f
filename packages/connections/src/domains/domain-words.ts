import { describeFields, nameSchema } from '@org/identity-core';
import * as schemas from './domain-schemas.js';

/*
 * What the API description says about the schemas of domains.
 */

const domain = 'The part of emails after the @.';

describeFields(schemas.DomainsParams, { id: 'The tenant that the domains belong to.' });
describeFields(schemas.DomainParams, { domainId: 'The domain, as the list names it.' }, schemas.DomainsParams);

nameSchema(schemas.AddDomainBody, 'AddDomainRequest', { domain });
nameSchema(schemas.DomainDetails.shape.status, 'DomainStatus');
nameSchema(schemas.DomainDetails.shape.record, 'DomainRecord', {
  name: 'The name of the TXT record.',
  value: 'The text that the record has to hold, without quotes.',
});
nameSchema(schemas.DomainDetails, 'Domain', {
  id: 'The domain; other calls name it.',
  domain: `${domain} In ASCII and lower case.`,
  status: 'VERIFIED: the record was found. LAPSED: it was found once, and then missing for a week.',
  record: 'The TXT record that proves the domain. Keep it: it is looked up every day.',
  checkedAt: 'When the DNS last answered a look-up; null before the first one.',
});
nameSchema(schemas.DomainList, 'DomainList', { domains: 'All domains of the tenant.' });
