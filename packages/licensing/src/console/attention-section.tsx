import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import { type Language, textsOf, uiTexts, useLanguage, useTexts } from '@org/identity-ui';
import { type Attention, needsAttention } from '../subscriptions/needs-attention.js';
import type { LicenseWork } from './count-license-work.js';
import type { LicenseFacts } from './facts-of-visit.js';
import { lastDay } from './seat-parts.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(uiTexts, ({ attention: title }) => ({ name: title, title }));

/** On the overview: requests to decide, and subscriptions and applications that somebody should look at. */
export function attentionSection(facts: LicenseFacts): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'overview-licenses-attention',
    sectionOf: '',
    order: 16,
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { base } = visit;
      const [{ requests }, applications] = await Promise.all([facts.work(visit), facts.applications(visit)]);
      const attention = needsAttention(applications);
      if (requests.length === 0 && attention.length === 0) return null;
      return (
        <ul class="outcome">
          {requests.map((asked) => (
            <RequestsItem key={asked.id} base={base} asked={asked} />
          ))}
          {attention.map((item) => (
            <AttentionItem key={keyOf(item)} base={base} item={item} />
          ))}
        </ul>
      );
    },
  };
}

function RequestsItem({ base, asked: { id, name, count } }: { base: string; asked: LicenseWork['requests'][number] }) {
  const { overview } = useTexts(consoleTexts);
  return (
    <li>
      <a href={`${base}/licenses/${id}/requests`}>{overview.requests(name, count)}</a>
    </li>
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
