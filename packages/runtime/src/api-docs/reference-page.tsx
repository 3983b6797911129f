import { errorStatuses } from '@org/identity-core';
import { type Brand, Button, Layout, OwnScript } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { referenceStyles } from './reference-styles.js';
import { words } from './reference-words.js';
import { matches, searchScript } from './search.js';

/** An entry of the page. It is rendered once, and the search uses its text. */
export interface ReferenceEntry {
  readonly key: string;
  readonly html: string;
  /** The words of its section, which find it as well. */
  readonly section: string;
  /** What the search reads, in lower case. The script makes the same from the page. */
  readonly text: string;
}

export interface ReferenceSection {
  readonly anchor: string;
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly kind: 'endpoint' | 'error';
  readonly entries: readonly ReferenceEntry[];
}

interface ReferencePageProps {
  sections: readonly ReferenceSection[];
  firstSteps: ComponentChildren;
  search: string;
  pagePath: string;
  documentPath: string;
  brand: Brand;
}

/** The API reference. A search only hides the other entries, so that the script can show them again. */
export function ReferencePage({ sections, firstSteps, search, pagePath, documentPath, brand }: ReferencePageProps) {
  const shown = (entry: ReferenceEntry) => search === '' || matches(entry.text, search);
  const endpoints = sections.filter(({ kind }) => kind === 'endpoint').flatMap(({ entries }) => entries);
  return (
    <Layout title={words.title} brand={brand} styles={referenceStyles} navigation={<Sections sections={sections} />}>
      <p class="lead">
        {words.lead} <a href={documentPath}>{documentPath}</a>
      </p>
      <p>{words.calling}</p>
      {search === '' && firstSteps}
      <SearchForm search={search} pagePath={pagePath} found={endpoints.filter(shown).length} />
      {sections.map(({ anchor, title, lead, kind, entries }) => (
        <section key={anchor} hidden={!entries.some(shown)}>
          <h2 id={anchor}>{title}</h2>
          {lead}
          {entries.map((entry) => (
            <div
              key={entry.key}
              hidden={!shown(entry)}
              data-kind={kind}
              data-section={entry.section}
              dangerouslySetInnerHTML={{ __html: entry.html }}
            />
          ))}
        </section>
      ))}
      <OwnScript script={searchScript} />
    </Layout>
  );
}

function SearchForm({ search, pagePath, found }: { search: string; pagePath: string; found: number }) {
  return (
    <search>
      <form class="search" action={pagePath}>
        <div class="field">
          <label for="q">{words.search}</label>
          <input
            id="q"
            name="q"
            type="search"
            value={search}
            maxLength={100}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-describedby="q-hint"
          />
          <p class="field-hint" id="q-hint">
            {words.searchHint}
          </p>
        </div>
        <Button kind="secondary">{words.search}</Button>
        <p role="status" data-one={words.found(1)} data-other={words.found(0)}>
          {search === '' ? '' : words.found(found)}
        </p>
        {search !== '' && <a href={pagePath}>{words.all}</a>}
      </form>
    </search>
  );
}

function Sections({ sections }: { sections: readonly ReferenceSection[] }) {
  return (
    <nav class="sections" aria-label={words.sections}>
      <ul class="list">
        <li>
          <a href="#first-steps">{words.firstSteps}</a>
        </li>
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** All error codes with their status. */
export const errorCodes = () => Object.entries(errorStatuses());
