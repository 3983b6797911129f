import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import { addDomain } from './add-domain.js';
import * as schemas from './domain-schemas.js';
import { listDomains } from './list-domains.js';
import { removeDomain } from './remove-domain.js';
import { type VerifyServices, verifyDomain } from './verify-domain.js';
import './domain-words.js';

const base = '/api/tenants/:id/domains';
const one = `${base}/:domainId`;
const shared = { guard: anyToken, origins: ofTenant } as const;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;

/** The routes of domains. */
export function domainRoutes(services: VerifyServices): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      path: base,
      summary: 'The domains of a tenant',
      description: 'For owners and super admins. In the order of their names.',
      errors: [...known],
      scope: 'connections:read',
      params: schemas.DomainsParams,
      reply: schemas.DomainList,
      handle: ({ principal, params }) => listDomains(services.db, { tenantId: params.id, principal }),
    }),
    route({
      ...shared,
      method: 'post',
      path: base,
      summary: 'Add a domain',
      description:
        'For owners and super admins. The domain is PENDING until its TXT record, `record`, is found by `verify`. Public suffixes and domains of public mail providers are refused. A tenant has 50 at most.',
      errors: [...known, 'DOMAIN_EXISTS', 'DOMAIN_TAKEN'],
      scope: 'connections:write',
      params: schemas.DomainsParams,
      body: schemas.AddDomainBody,
      reply: schemas.DomainDetails,
      status: 201,
      handle: ({ principal, params, body }) => addDomain(services, { tenantId: params.id, principal, ...body }),
    }),
    route({
      ...shared,
      method: 'post',
      path: `${one}/verify`,
      summary: 'Look the record of a domain up',
      description:
        'For owners and super admins. The domain is VERIFIED if its record is found. Otherwise the response is the domain as it is; `checkedAt` stays the same if the DNS could not be reached. 30 times in an hour for all domains of a tenant.',
      errors: [...known, 'DOMAIN_NOT_FOUND', 'DOMAIN_TAKEN', 'RATE_LIMITED'],
      scope: 'connections:write',
      params: schemas.DomainParams,
      reply: schemas.DomainDetails,
      handle: ({ principal, params: { id: tenantId, domainId } }) =>
        verifyDomain(services, { tenantId, principal, domainId }),
    }),
    route({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Remove a domain',
      description: 'For owners and super admins. Not while an active connection uses it. Members stay members.',
      errors: [...known, 'DOMAIN_NOT_FOUND', 'DOMAIN_IN_USE'],
      scope: 'connections:write',
      params: schemas.DomainParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, domainId } }) =>
        removeDomain(services, { tenantId, principal, domainId }),
    }),
  ];
}
