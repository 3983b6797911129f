import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { applicationArea } from './application-area.js';
import { attentionSection } from './attention-section.js';
import { licenseFacts } from './facts-of-visit.js';
import { grantArea } from './grant-area.js';
import { licensesArea } from './licenses-area.js';
import { memberSeatsArea } from './member-seats-area.js';
import { overviewSection } from './overview-section.js';

/** The areas that this package adds to the consoles of tenants. */
export function consoleAreas(host: IdentityPluginHost): Area[] {
  const facts = licenseFacts(host);
  return [
    licensesArea(host, facts),
    applicationArea(host),
    grantArea(host),
    memberSeatsArea(host),
    attentionSection(facts),
    overviewSection(facts),
  ];
}
