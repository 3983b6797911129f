import { type Brand, Layout, useTexts } from '@org/identity-ui';
import type { Guide } from './render-guide.js';
import { guideTexts } from './texts.js';

/** The styles of a guide, in addition to those of every page. */
export const guideStyles = `
.with-sections { grid-template-columns: 12rem minmax(0, 48rem); }
.guide h2 { margin-top: 2.25rem; }
.guide h3, .guide h4 { margin: 1.5rem 0 0; font-size: 1rem; font-weight: 650; }
.guide ul, .guide ol { padding-left: 1.25rem; }
.guide li { margin: .25rem 0; }
.guide code { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
.guide pre { padding: .75rem; border: 1px solid var(--edge); border-radius: .375rem; background: var(--field); line-height: 1.5; }
.guide pre code { font-size: .8125rem; white-space: pre-wrap; }
.guide .scroll { overflow-x: auto; margin: 1rem 0; }
.guide table { border-collapse: collapse; font-size: .9375rem; overflow-wrap: normal; }
.guide th, .guide td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--edge); text-align: left; vertical-align: top; }
.guide td code { overflow-wrap: normal; }
.guide img { max-width: 100%; height: auto; border: 1px solid var(--edge); border-radius: .375rem; }
@media (max-width: 860px) { .with-sections { grid-template-columns: minmax(0, 48rem); } }
`
  .replace(/\s+/gu, ' ')
  .trim();

/** A guide with links to its sections, to all guides and to the start page. The guides are in English only. */
export function GuidePage({ brand, guide: { title, sections, html } }: { brand: Brand; guide: Guide }) {
  const texts = useTexts(guideTexts);
  const navigation = (
    <nav class="sections" aria-label={texts.contents}>
      <ul class="list">
        <li>
          <a href="/">{texts.start}</a>
        </li>
        <li>
          <a href="/guides/README.md">{texts.all}</a>
        </li>
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Layout title={title} brand={brand} styles={guideStyles} navigation={navigation}>
      <article class="guide" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
    </Layout>
  );
}
