import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { inBothConsoles } from '../access/setup-caller.js';
import { linksArea } from '../links/links-area.js';
import { chooseProviderArea } from './choose-provider-area.js';
import { connectionArea } from './connection-area.js';
import { connectionSettingsArea } from './connection-settings-area.js';
import { connectionsSection } from './connections-section.js';
import { newConnectionArea } from './new-connection-area.js';

/** The pages about connections. They are for the owners of a tenant, and most of them for setup links as well. */
export function connectionAreas(host: IdentityPluginHost): Area[] {
  const areas = [
    connectionsSection(host),
    chooseProviderArea(host),
    newConnectionArea(host),
    connectionArea(host),
    connectionSettingsArea(host),
  ];
  return [...areas.flatMap(inBothConsoles), linksArea(host)];
}
