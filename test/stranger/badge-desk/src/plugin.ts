import { sqlCheck } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { sentence } from '@org/identity-ui';
import { badgeMethod } from './badge-method.js';
import { badgesArea } from './badges-area.js';
import { badgeClaimField } from './client-field.js';
import { badgeOf } from './find-badge.js';
import { officeKind } from './office-kind.js';
import { badgeData } from './personal-data.js';
import { type BadgeReader, readerCallers } from './reader-callers.js';
import { badgeRoutes } from './routes.js';
import { type BadgeSeed, seededBadges } from './seeded-badges.js';

declare module '@org/identity-core' {
  interface EventTypes {
    'badge.issued': true;
  }
  interface ErrorCodes {
    BADGE_TAKEN: 409;
  }
  interface ApiScopes {
    'badges:read': true;
    'badges:check': true;
    // Of another plugin: a route needs it.
    'tenants:write': true;
  }
  interface FailedSignIns {
    unknown_badge: true;
  }
  interface PluginClientFields {
    badgeClaim: boolean;
  }
  interface SeedSections {
    badges: BadgeSeed[];
  }
  interface CallerKinds {
    badge_reader: BadgeReader;
  }
}

/** Badges of a company: a number signs its holder in, and readers at the desks ask whose it is. */
export function badges(): IdentityPlugin {
  return {
    name: 'badges',
    declares: {
      migrations: new URL('../migrations/', import.meta.url),
      events: { 'badge.issued': { en: 'Badge issued', de: 'Ausweis ausgestellt' } },
      sentences: {
        en: {
          'badge.issued': ({ actor, subject }) => sentence`${actor} issued a badge to ${subject ?? 'a former member'}`,
        },
      },
      errors: { BADGE_TAKEN: 409 },
      scopes: {
        'badges:read': {
          words: {
            en: { title: 'See your badge', description: 'Its number, not where you have used it.' },
            de: { title: 'Ihren Ausweis sehen', description: 'Seine Nummer, nicht wo Sie ihn benutzt haben.' },
          },
        },
        // Only readers have it.
        'badges:check': {},
      },
      failedSignIns: {
        unknown_badge: { en: () => 'Somebody held a badge to a reader that is not known' },
      },
      clientFields: { badgeClaim: badgeClaimField },
      seed: { sections: { badges: seededBadges } },
      commands: {
        'readers add': {
          summary: 'Add a badge reader, and print its key',
          load: async () => (await import('./readers-add.js')).readersAdd,
        },
      },
      checks: {
        counts: { badges: 'badges.badges' },
        checks: [
          sqlCheck({
            name: 'one-badge-each',
            rule: 'No member has two badges.',
            advice: 'Take the older badge back.',
            sql: `SELECT older.id FROM badges.badges older JOIN badges.badges newer
              ON newer.tenant_id = older.tenant_id AND newer.user_id = older.user_id AND newer.id > older.id`,
          }),
        ],
      },
    },
    setup: (host) => ({
      routes: badgeRoutes(host),
      callers: [readerCallers(host)],
      signInMethods: [badgeMethod(host)],
      connectionKinds: [officeKind],
      areas: [badgesArea(host)],
      personalData: badgeData(host),
      tokenClaims: {
        names: ['badge'],
        async of(subject) {
          if (subject.kind !== 'user' || subject.tenantId === null || !subject.clientFields.badgeClaim) return {};
          const badge = await badgeOf(host.db, { tenantId: subject.tenantId, userId: subject.userId });
          return badge ? { badge: badge.number } : {};
        },
      },
    }),
  };
}
