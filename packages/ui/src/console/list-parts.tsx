import type { ComponentChildren } from 'preact';
import { formatLocales } from '../language/language.js';
import { useLanguage, useTexts } from '../language/texts.js';
import type { Choice } from '../pages/select.js';
import { uiTexts } from '../texts/index.js';

/** What a list says when it has no entries. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** A short state, such as "Suspended". The tone adds colour; the words say it all. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

/** A date and time in the language of the page, in UTC unless a zone is given. */
export function Moment({ at, timeZone = 'UTC' }: { at: Date; timeZone?: string }) {
  const format = new Intl.DateTimeFormat(formatLocales[useLanguage()], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return <time datetime={at.toISOString()}>{format.format(at)}</time>;
}

export interface PagerProps {
  /** The path of the list. */
  path: string;
  /** The query of this page; the links keep its filters. */
  query: Readonly<Record<string, string>>;
  /** The value to continue with; undefined on the last page. */
  next: string | undefined;
}

/** Links to the first and to the next page of a list that continues after an entry (`after`). */
export function Pager({ path, query, next }: PagerProps) {
  const { pager } = useTexts(uiTexts);
  const isFirst = query['after'] === undefined;
  if (isFirst && next === undefined) return null;
  const { after: _after, done: _done, ...filters } = query;
  return (
    <nav class="pager" aria-label={pager.label}>
      {!isFirst && <a href={hrefOf(path, filters)}>{pager.first}</a>}
      {next !== undefined && <a href={hrefOf(path, { ...filters, after: next })}>{pager.next}</a>}
    </nav>
  );
}

/** A path with a query. Fields that are empty are left out. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export interface FiltersProps {
  path: string;
  search?: { readonly label: string; readonly value: string | undefined };
  /** The first choice should be the one for "all", with an empty value. */
  selects?: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string | undefined;
    readonly choices: readonly Choice[];
  }[];
  /** Texts that must match as a whole, such as a short name. */
  texts?: readonly { readonly name: string; readonly label: string; readonly value: string | undefined }[];
  /** Days, as `2026-11-16`. */
  dates?: readonly { readonly name: string; readonly label: string; readonly value: string | undefined }[];
}

/** The search and the filters above a list. They are part of the URL, so a filtered list can be bookmarked. */
export function Filters({ path, search, texts = [], selects = [], dates = [] }: FiltersProps) {
  const { filters } = useTexts(uiTexts);
  return (
    <search>
      <form class="filters" method="get" action={path}>
        {search && (
          <div class="field">
            <label for="filter-search">{search.label}</label>
            <input id="filter-search" type="search" name="search" value={search.value} autocomplete="off" />
          </div>
        )}
        {texts.map(({ name, label, value }) => (
          <div class="field" key={name}>
            <label for={`filter-${name}`}>{label}</label>
            <input id={`filter-${name}`} name={name} value={value} autocomplete="off" autocapitalize="none" />
          </div>
        ))}
        {selects.map(({ name, label, value, choices }) => (
          <div class="field" key={name}>
            <label for={`filter-${name}`}>{label}</label>
            <select id={`filter-${name}`} name={name} autocomplete="off">
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value} selected={choice.value === (value ?? '')}>
                  {choice.label}
                </option>
              ))}
            </select>
          </div>
        ))}
        {dates.map(({ name, label, value }) => (
          <div class="field" key={name}>
            <label for={`filter-${name}`}>{label}</label>
            <input id={`filter-${name}`} type="date" name={name} value={value} autocomplete="off" />
          </div>
        ))}
        <button type="submit" class="button button-secondary">
          {filters.apply}
        </button>
      </form>
    </search>
  );
}
