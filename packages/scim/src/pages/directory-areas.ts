import { type Area, ownsTenant } from '@org/identity-core';
import type { ScimServices } from '../services.js';
import { directoriesPage } from './directories-page.js';
import { directoryPage } from './directory-page.js';

/** The pages about directories, in the console of each tenant. */
export function directoryAreas(services: ScimServices): Area[] {
  const pages = [directoriesPage(services), directoryPage(services)];
  return pages.map((page) => ({ place: 'tenant' as const, isOpen: ownsTenant, ...page }));
}
