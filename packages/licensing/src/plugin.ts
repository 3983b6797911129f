import type { IdentityPlugin } from '@org/identity-prisma';
import { agentsArea } from './agents/agents-area.js';
import { agentSeatReleases } from './agents/release-agent-seats.js';
import { licenseClaims } from './check/license-claims.js';
import { licenseCommands } from './commands/license-commands.js';
import { consoleAreas } from './console/console-areas.js';
import { dataChecks } from './data-checks/data-checks.js';
import { declaredLists } from './declared-lists.js';
import { historyArea } from './history/history-area.js';
import { leasesArea } from './leases/leases-area.js';
import { tidyLeasesJob } from './leases/tidy-leases.js';
import { licenseNames } from './license-types/license-names.js';
import { mailSettingsSection } from './mails/mail-settings-section.js';
import { mergeMailsJob } from './mails/merge-mails.js';
import { sealedNote } from './mails/sealed-note.js';
import { seatMails } from './mails/seat-mails.js';
import { mailWriter } from './mails/write-mails.js';
import { ownLicensesAreas } from './own-licenses/own-licenses-area.js';
import { ownStartSection } from './own-licenses/own-start-section.js';
import { platformAreas } from './platform/platform-areas.js';
import { reclaimJob } from './reclaim/reclaim-seats.js';
import { reduceArea } from './reduce/reduce-area.js';
import { requestAreas } from './requests/request-areas.js';
import { reservationReleases } from './reservations/free-reservations.js';
import { invitationLicenses } from './reservations/invitation-licenses.js';
import { routes } from './routes.js';
import { endGroupRules } from './rules/end-group-rules.js';
import { memberEquipment } from './rules/equip-member.js';
import { applyRulesJob } from './rules/rule-runs.js';
import { rulesArea } from './rules/rules-area.js';
import { createSeatUses } from './seat-use/seat-uses.js';
import { heldSeatsJob } from './seats/count-held-seats.js';
import { seatData } from './seats/personal-data.js';
import { seatReleases } from './seats/release-seats.js';
import { seatsService } from './seats/seats-service.js';
import { statementArea } from './statements/statement-area.js';
import { seededLicenseTypes } from './subscriptions/seeded-license-types.js';
import { seededSubscriptions } from './subscriptions/seeded-subscriptions.js';

/** License types, subscriptions and seats: who may use which application, and which features of it. */
export function licensing(): IdentityPlugin {
  return {
    name: 'licensing',
    declares: {
      ...declaredLists,
      seed: {
        sections: { subscriptions: seededSubscriptions },
        fields: { applications: { licenseTypes: seededLicenseTypes } },
      },
      services: ['seats', 'invitationLicenses'],
      commands: licenseCommands,
      sealed: [sealedNote],
      checks: dataChecks,
    },
    setup(host) {
      const uses = createSeatUses();
      return {
        services: { seats: seatsService(host), invitationLicenses: invitationLicenses(host) },
        routes: routes(host, uses),
        areas: [
          ...consoleAreas(host),
          reduceArea(host),
          agentsArea(host),
          rulesArea(host),
          leasesArea(host),
          historyArea(host),
          statementArea(host),
          ...requestAreas(host),
          mailSettingsSection(host),
          ...ownLicensesAreas(host),
          ownStartSection(host),
          ...platformAreas(host),
        ],
        tokenClaims: licenseClaims({ ...host, uses }),
        subscribers: [
          ...seatReleases(host),
          ...agentSeatReleases(host),
          ...reservationReleases(host),
          ...memberEquipment(host),
          endGroupRules(host),
          ...seatMails(host),
        ],
        jobs: [applyRulesJob(host), tidyLeasesJob(host), reclaimJob(host), mergeMailsJob(host), heldSeatsJob(host)],
        writesMails: mailWriter(host),
        personalData: seatData(host),
        names: licenseNames(host),
        close: () => uses.flush(),
      };
    },
  };
}
