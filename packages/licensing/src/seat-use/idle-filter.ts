/** For how many days a seat was not used, as a filter offers it. */
export const idleChoices = [30, 60, 90] as const;

/** The filter in the query of a page. Undefined if there is none, or one that is not offered. */
export function idleDaysIn(query: Readonly<Record<string, string>>): number | undefined {
  return idleChoices.find((days) => String(days) === query['idle']);
}
