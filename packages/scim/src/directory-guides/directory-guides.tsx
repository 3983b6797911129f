import { Table, useTexts } from '@org/identity-ui';
import { directoryNames, type GuidedDirectory, guidedDirectories } from './guided-directories.js';
import { directoryGuidesTexts } from './texts.js';

const fields = ['baseUrl', 'token'] as const;

/** What to do in the console of each directory, to be opened by those who need it. */
export function DirectoryGuides() {
  const { shared } = useTexts(directoryGuidesTexts);
  return (
    <section>
      <h2>{shared.heading}</h2>
      <p>{shared.lead}</p>
      {guidedDirectories.map((directory) => (
        <details key={directory} class="more">
          <summary>{directoryNames[directory]}</summary>
          <Guide directory={directory} />
        </details>
      ))}
    </section>
  );
}

function Guide({ directory }: { readonly directory: GuidedDirectory }) {
  const { shared, guides } = useTexts(directoryGuidesTexts);
  const { before, terms, after } = guides[directory];
  const name = directoryNames[directory];
  return (
    <ol>
      {before.map((step) => (
        <li key={step}>{step}</li>
      ))}
      <li>
        {shared.fieldsHeading(name)}
        <Table
          caption={shared.fieldsHeading(name)}
          rows={fields}
          keyOf={(field) => field}
          columns={[
            { label: shared.field, cell: (field) => shared.fields[field] },
            { label: shared.term(name), cell: (field) => terms[field] },
          ]}
        />
      </li>
      {after.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
