import { managesTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Language, textsOf, useLanguage, useTexts } from '@org/identity-ui';
import { type Attention, needsAttention } from '../subscriptions/needs-attention.js';
import { type ApplicationSeats, summarizeSeats } from '../subscriptions/summarize-seats.js';
import { lastDay, SeatChart } from './seat-parts.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ overview: { title } }) => ({ name: title, title }));

/** On the overview of those who manage the tenant: the seats of each application and what needs attention. */
export function overviewSection(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    path: 'overview-seats',
    sectionOf: '',
    order: 30,
    texts: areaTexts,
    async draw(visit) {
      const { principal, base } = visit;
      if (!managesTenant(visit)) return null;
      const applications = await summarizeSeats(host, { principal });
      return applications.length === 0 ? null : <Applications base={base} applications={applications} />;
    },
  };
}

function Applications({ base, applications }: { base: string; applications: readonly ApplicationSeats[] }) {
  const { overview, licenses } = useTexts(consoleTexts);
  const attention = needsAttention(applications);
  return (
    <>
      {attention.length > 0 && (
        <>
          <h3>{overview.attention}</h3>
          <ul class="outcome">
            {attention.map((item) => (
              <AttentionItem key={keyOf(item)} base={base} item={item} />
            ))}
          </ul>
        </>
      )}
      <SeatChart title={overview.chart} bar={licenses.application} of={applications} />
      <p class="bar">
        <a class="button button-secondary" href={`${base}/licenses`}>
          {overview.more}
        </a>
      </p>
    </>
  );
}

const keyOf = (item: Attention) => (item.kind === 'full' ? item.application.id : item.subscription.id);

function AttentionItem({ base, item }: { base: string; item: Attention }) {
  const language = useLanguage();
  const { overview } = useTexts(consoleTexts);
  const held = item.kind === 'full' ? 0 : item.subscription.quantityAssigned;
  return (
    <li>
      <a href={`${base}/licenses/${item.application.id}`}>{sentenceOf(item, language)}</a>
      {held > 0 && <span>{overview.held(held)}</span>}
    </li>
  );
}

function sentenceOf(item: Attention, language: Language): string {
  const { overview } = consoleTexts[language];
  const { kind, application } = item;
  if (kind === 'full') return overview.full(application.name);
  const { licenseTypeName, expiresAt } = item.subscription;
  const what = `${application.name}, ${licenseTypeName}`;
  const date = expiresAt && lastDay(expiresAt, language);
  if (kind === 'ends' && date) return overview.ends(what, date);
  if (kind === 'ended' && date) return overview.ended(what, date);
  if (kind === 'suspended') return overview.suspended(what);
  return kind === 'canceled' ? overview.canceled(what) : overview.over(what);
}
