import { type AreaIn, type AreaVisit, ofTenant, type PlatformArea, type TenantArea } from '@org/identity-core';
import { areasTexts } from './texts.js';

/** What the first page of each console has. Its content are the sections that the plugins add (`sectionOf: ''`). */
const overview: AreaIn<AreaVisit> = {
  path: '',
  order: 0,
  texts: { en: areasTexts.en.overview, de: areasTexts.de.overview },
  draw: () => Promise.resolve(null),
};

/** The first page of a tenant's console. */
export const tenantOverview: TenantArea = { place: 'tenant', origins: ofTenant, ...overview };
/** The first page of the platform's console. */
export const platformOverview: PlatformArea = { place: 'platform', ...overview };
