import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { formatLocales, type Language } from './language.js';

/** The zone of users who have chosen none. */
const defaultZone = 'UTC';

/** The time zone, or UTC if it is missing or unknown here: a stored value may be older than the list of zones. */
export function knownTimeZone(timeZone: string | null | undefined): string {
  if (!timeZone) return defaultZone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return defaultZone;
  }
}

const TimeZoneContext = createContext(defaultZone);

/** Renders the times in the node in this zone. */
export function inTimeZone(timeZone: string, node: VNode): VNode {
  return <TimeZoneContext.Provider value={timeZone}>{node}</TimeZoneContext.Provider>;
}

/** The time zone of the page that is being rendered. */
export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}

interface Formats {
  readonly moment: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();
const maxFormats = 100;

/** Kept, because making one takes longer than writing a whole row. */
function formatsOf(language: Language, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= maxFormats) formats.clear();
  const shared = { day: 'numeric', year: 'numeric', timeZone } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const made = {
    moment: new Intl.DateTimeFormat(formatLocales[language], { ...shared, month: 'short', ...time }),
    day: new Intl.DateTimeFormat(formatLocales[language], { ...shared, month: 'long' }),
  };
  formats.set(key, made);
  return made;
}

/** A date and time with the name of the zone: `17 Nov 2026, 15:22 CET`. */
export function momentIn(at: Date, language: Language, timeZone: string): string {
  return formatsOf(language, timeZone).moment.format(at);
}

/** The day of a moment with the name of the zone: `17 November 2026 (CET)`. */
export function dayIn(at: Date, language: Language, timeZone: string): string {
  const { moment, day } = formatsOf(language, timeZone);
  const zone = moment.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${day.format(at)} (${zone})`;
}
