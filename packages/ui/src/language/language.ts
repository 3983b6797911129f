/** The languages of pages and mails; the first one is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The locale in which dates and numbers are written. */
export const formatLocales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

const longDates = new Map<Language, Intl.DateTimeFormat>();

/** A date for people to read, in UTC: for mails, and for days that somebody entered. */
export function longDate(date: Date, language: Language): string {
  const format =
    longDates.get(language) ?? new Intl.DateTimeFormat(formatLocales[language], { dateStyle: 'long', timeZone: 'UTC' });
  longDates.set(language, format);
  return `${format.format(date)} (UTC)`;
}
