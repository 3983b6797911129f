import { eventInWords, eventTypes, type FieldErrors, firstOf } from '@org/identity-core';
import { PickGroups, useLanguage, useTexts } from '@org/identity-ui';
import { isKnownPattern, kindOf } from '../patterns/event-patterns.js';
import { eventsIn } from './chosen-events.js';
import { pagesTexts } from './texts.js';

/** All events, or a choice of groups and of single types. */
export function EventPicks({
  form,
  errors,
  ofTenant,
}: {
  form: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  /** Whether the webhook is one of a tenant: then events that no tenant has are offered only if they are chosen. */
  ofTenant: boolean;
}) {
  const { webhooks: texts, eventPicks, eventGroups, eventKinds } = useTexts(pagesTexts);
  const language = useLanguage();
  const chosen = eventsIn({ events: '*', ...form });
  const isAll = chosen.includes('*');
  const pick = (pattern: string, label: string) => ({
    name: `event.${pattern}`,
    label,
    code: pattern,
    checked: chosen.includes(pattern),
  });
  const isChosen = (type: string) => chosen.includes(type) || chosen.includes(`${kindOf(type)}.*`);
  const types = eventTypes().filter((type) => !ofTenant || !platformKinds.has(kindOf(type)) || isChosen(type));
  const partsOf = (kinds: readonly string[]) =>
    kinds.map((kind) => {
      const ofKind = types.filter((type) => kindOf(type) === kind);
      const single = ofKind.map((type) => pick(type, eventInWords(type, language)));
      return { label: labelOf(kind, eventKinds), picks: [pick(`${kind}.*`, eventPicks.allOfGroup), ...single] };
    });
  const kinds = [...new Set(types.map(kindOf))];
  const known = new Set<string>(Object.values(kindsOf).flat());
  const stale = chosen.filter((pattern) => !isKnownPattern(pattern)).map((pattern) => pick(pattern, eventPicks.stale));
  const groups = [
    ...groupNames.map((name) => ({
      label: eventGroups[name],
      parts: partsOf(kindsOf[name].filter((kind) => kinds.includes(kind))),
    })),
    { label: eventPicks.more, parts: partsOf(kinds.filter((kind) => !known.has(kind))) },
    { label: eventPicks.others, parts: stale.length === 0 ? [] : [{ label: eventPicks.others, picks: stale }] },
  ].filter(({ parts }) => parts.length > 0);
  return (
    <PickGroups
      name="events"
      label={texts.events}
      hint={eventPicks.hint}
      error={errors?.['events']}
      autofocus={firstOf(errors) === 'events'}
      groups={groups}
    >
      {[
        { value: '*', label: texts.all, checked: isAll },
        { value: '', label: eventPicks.some, checked: !isAll },
      ].map(({ value, label, checked }) => (
        <label key={value}>
          <input type="radio" name="events" value={value} checked={checked} />
          <span>{label}</span>
        </label>
      ))}
    </PickGroups>
  );
}

/** Kinds of events that belong to no tenant, ever. */
const platformKinds: ReadonlySet<string> = new Set([
  ...['application', 'license_type', 'platform', 'queue_entry', 'secret', 'signing_key'],
  ...['second_factor_link', 'super_admin', 'user'],
]);

/** The kinds of events, in groups. Kinds of other plugins come after them. */
const kindsOf = {
  people: ['member', 'invitation', 'tenant'],
  licenses: [
    ...['seat', 'license_request', 'license_rule', 'lease'],
    ...['subscription', 'license_type', 'license_mails'],
  ],
  accounts: [
    ...['account', 'profile', 'email', 'password', 'session', 'sign_in', 'sso', 'mfa', 'recovery_codes'],
    ...['recovery_code', 'second_factor_link', 'user', 'super_admin'],
  ],
  operation: ['application', 'client', 'webhook', 'queue_entry', 'signing_key', 'secret', 'platform'],
} as const satisfies Record<string, readonly string[]>;
const groupNames = Object.keys(kindsOf) as (keyof typeof kindsOf)[];

const labelOf = (kind: string, labels: Readonly<Record<string, string>>) => labels[kind] ?? kind;
