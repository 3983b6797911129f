import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { linksArea } from '../links/links-area.js';
import { chooseProviderArea } from './choose-provider-area.js';
import { connectionArea } from './connection-area.js';
import { connectionSettingsArea } from './connection-settings-area.js';
import { connectionsSection } from './connections-section.js';
import { newConnectionArea } from './new-connection-area.js';

/** The pages about connections in the console of a tenant. They are for its owners. */
export function connectionAreas(host: IdentityPluginHost): Area[] {
  return [
    connectionsSection(host),
    chooseProviderArea(host),
    newConnectionArea(host),
    connectionArea(host),
    connectionSettingsArea(host),
    linksArea(host),
  ];
}
