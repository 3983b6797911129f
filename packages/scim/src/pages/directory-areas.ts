import { type Area, ofTenant, ownsTenant } from '@org/identity-core';
import { directoryRolesPage } from '../role-rules/directory-roles-page.js';
import type { ScimServices } from '../services.js';
import { directoriesPage } from './directories-page.js';
import { directoryPage } from './directory-page.js';
import { directoryStep } from './directory-step.js';

/** The pages about directories, in the console of each tenant and among those of setup links. */
export function directoryAreas(services: ScimServices): Area[] {
  return [
    { place: 'tenant', origins: ofTenant, isOpen: ownsTenant, ...directoriesPage(services) },
    { place: 'tenant', origins: ofTenant, isOpen: ownsTenant, ...directoryPage(services) },
    { place: 'tenant', origins: ofTenant, isOpen: ownsTenant, ...directoryRolesPage(services) },
    { place: 'setup', ...directoriesPage(services) },
    { place: 'setup', ...directoryStep(services) },
  ];
}
