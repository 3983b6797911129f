/*
 * The events and error codes of domains.
 */

export const domainEvents = {
  'domain.added': { en: 'Domain added', de: 'Domain hinzugefügt' },
  'domain.verified': { en: 'Domain verified', de: 'Domain bestätigt' },
  'domain.lapsed': { en: 'Domain lapsed', de: 'Domain nicht mehr bestätigt' },
  'domain.removed': { en: 'Domain removed', de: 'Domain entfernt' },
} as const;

export const domainErrors = {
  DOMAIN_NOT_FOUND: 404,
  DOMAIN_EXISTS: 409,
  DOMAIN_TAKEN: 409,
  DOMAIN_IN_USE: 409,
} as const;
