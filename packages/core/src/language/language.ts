/** The languages of pages and mails; the first is the one of people of whom nothing else is known. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** How dates and numbers are written in each. */
export const formatLocales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

const longDates = new Map<Language, Intl.DateTimeFormat>();

/** A day as people read it; of the universal time, since nobody told us theirs. */
export function longDate(date: Date, language: Language): string {
  const format =
    longDates.get(language) ?? new Intl.DateTimeFormat(formatLocales[language], { dateStyle: 'long', timeZone: 'UTC' });
  longDates.set(language, format);
  return `${format.format(date)} (UTC)`;
}
