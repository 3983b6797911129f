import type { TenantArea } from '@org/identity-core';
import { areasTexts } from './texts.js';

/** The first page of a tenant's console. Its content are the sections that the plugins add (`sectionOf: ''`). */
export const overviewArea: TenantArea = {
  place: 'tenant',
  path: '',
  order: 0,
  texts: { en: areasTexts.en.overview, de: areasTexts.de.overview },
  draw: () => Promise.resolve(null),
};
