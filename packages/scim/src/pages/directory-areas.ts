import { type Area, ofSetup, ofTenant, ownsTenant, setsUpTenant } from '@org/identity-core';
import { directoryRolesPage } from '../role-rules/directory-roles-page.js';
import type { ScimServices } from '../services.js';
import { directoriesPage } from './directories-page.js';
import { directoryPage } from './directory-page.js';
import { directoryStep } from './directory-step.js';

/** The pages about directories, in the console of each tenant. */
export function directoryAreas(services: ScimServices): Area[] {
  return [
    { place: 'tenant', origins: ofSetup, isOpen: setsUpTenant, ...directoriesPage(services) },
    { place: 'tenant', origins: ofTenant, isOpen: ownsTenant, ...directoryPage(services) },
    { place: 'tenant', origins: ofTenant, isOpen: ownsTenant, ...directoryRolesPage(services) },
    { place: 'setup', origins: ['setup_link'], ...directoryStep(services) },
  ];
}
