import type { IdentityPlugin } from '@org/identity-prisma';
import { declaredLists } from './declared-lists.js';
import { directoryCallers } from './directories/authenticate-directory.js';
import { directoryNames } from './directories/directory-names.js';
import { endDirectoriesJob, endWithLink } from './directories/end-with-link.js';
import { purgeLogJob } from './log/list-log.js';
import { directoryAreas } from './pages/directory-areas.js';
import { routes } from './routes.js';
import { scimGroup } from './scim-routes.js';
import { lastWord } from './users/last-word.js';
import { memberSubscribers } from './users/member-subscribers.js';
import { directoryData } from './users/personal-data.js';

/** Users and groups from the directories of tenants, by SCIM 2.0. Needs `users()` and `tenants()`. */
export function scim(): IdentityPlugin {
  return {
    name: 'scim',
    declares: { ...declaredLists, services: ['directories'], paths: ['/scim/v2'] },
    setup: (host) => ({
      services: { directories: { lastWord } },
      callers: [directoryCallers(host)],
      routes: routes(host),
      routeGroups: [scimGroup(host)],
      areas: directoryAreas(host),
      subscribers: [...memberSubscribers(host), ...endWithLink(host)],
      personalData: directoryData(host),
      names: directoryNames(host),
      jobs: [purgeLogJob(host), endDirectoriesJob(host)],
    }),
  };
}
