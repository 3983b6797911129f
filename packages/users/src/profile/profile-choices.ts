import { type Choice, type Language, languages } from '@org/identity-ui';
import { profileTexts } from './texts.js';

interface Group {
  readonly label?: string;
  readonly choices: readonly Choice[];
}

/** The languages of our pages, each in its own name. Another language that the user already has stays in the list. */
export function languageChoices(current: string, language: Language): Group[] {
  const { notSet } = profileTexts[language].profile;
  const choices: Choice[] = languages.map((tag) => ({ value: tag, label: nameOfLanguage(tag, tag) }));
  const known = current === '' || choices.some(({ value }) => value === current);
  const own = known ? [] : [{ value: current, label: nameOfLanguage(current, language) }];
  return [{ choices: [{ value: '', label: notSet }, ...choices, ...own] }];
}

/** All time zones that the platform knows, by region. Another zone that the user already has stays in the list. */
export function timeZoneChoices(current: string, language: Language): Group[] {
  const { notSet, regions } = profileTexts[language].profile;
  const known = current === '' || current === 'UTC' || zones.includes(current);
  const own = known ? [] : [{ value: current, label: current.replaceAll('_', ' ') }];
  const first = [{ value: '', label: notSet }, { value: 'UTC', label: 'UTC' }, ...own];
  const groups = Object.entries(regions).map(([region, label]) => ({
    label,
    choices: zones
      .filter((zone) => zone.startsWith(`${region}/`))
      .map((zone) => ({
        value: zone,
        label: zone
          .slice(region.length + 1)
          .replaceAll('_', ' ')
          .replaceAll('/', ', '),
      })),
  }));
  return [{ choices: first }, ...groups.filter(({ choices }) => choices.length > 0)];
}

const zones = Intl.supportedValuesOf('timeZone');

/** The name of a language, in itself or in another language. */
function nameOfLanguage(tag: string, inLanguage: string): string {
  try {
    const name = new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag;
    return name === tag ? tag : name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
  } catch {
    // A refused value need not be a language.
    return tag;
  }
}
