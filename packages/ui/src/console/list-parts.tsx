import type { ComponentChildren } from 'preact';
import { useLanguage, useTexts } from '../language/texts.js';
import { dayIn, momentIn, useTimeZone } from '../language/time-zone.js';
import { Name } from '../pages/name.js';
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

/** A date and time in the language and the time zone of the reader. Its title is the exact time in UTC. */
export function Moment({ at }: { at: Date }) {
  return <Time at={at}>{momentIn(at, useLanguage(), useTimeZone())}</Time>;
}

/** The day of a moment, in the same way. Days that somebody entered are days in UTC: see `longDate`. */
export function Day({ at }: { at: Date }) {
  return <Time at={at}>{dayIn(at, useLanguage(), useTimeZone())}</Time>;
}

function Time({ at, children }: { at: Date; children: string }) {
  const seconds = at.toISOString().slice(0, 19);
  return (
    <time datetime={`${seconds}Z`} title={`${seconds.replace('T', ' ')} UTC`}>
      {children}
    </time>
  );
}

/** A name, perhaps with a link, and a note below it such as a short name. */
export function NameCell({ text, href, note }: { text: string; href?: string | undefined; note?: string | undefined }) {
  const name = <Name text={text} />;
  return (
    <>
      {href === undefined ? name : <a href={href}>{name}</a>}
      {note !== undefined && (
        <span class="soft">
          <Name text={note} />
        </span>
      )}
    </>
  );
}

/** A path with a query. Fields that are empty are left out. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
}

export interface FilterFields {
  readonly search?: Omit<FilterField, 'name'>;
  /** Texts that must match as a whole, such as a short name. */
  readonly texts?: readonly FilterField[];
  /** The first choice should be the one for "all", with an empty value. */
  readonly selects?: readonly (FilterField & { readonly choices: readonly Choice[] })[];
  /** Days, as `2026-11-16`. */
  readonly dates?: readonly FilterField[];
  /** What stays in the URL although the form has no field for it, such as the range of a chart. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** The values of filters for a URL. Those that are empty are left out. */
export function queryOf(filters: FilterFields = {}): Record<string, string> {
  const { search, texts = [], selects = [], dates = [], kept = {} } = filters;
  const fields = [...(search ? [{ name: 'search', ...search }] : []), ...texts, ...selects, ...dates];
  return { ...Object.fromEntries(fields.flatMap(({ name, value }) => (value ? [[name, value]] : []))), ...kept };
}

/** The search and the filters above a list. They are part of the URL, so a filtered list can be bookmarked. */
export function Filters(props: FilterFields & { path: string }) {
  const { path, search, texts = [], selects = [], dates = [], kept = {} } = props;
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
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" class="button button-secondary">
          {filters.apply}
        </button>
      </form>
    </search>
  );
}
