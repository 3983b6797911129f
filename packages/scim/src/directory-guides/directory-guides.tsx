import { Table, useTexts } from '@org/identity-ui';
import { directoryGuidesTexts } from './texts.js';

/** The products, by their names, which are the same in every language. */
const products = { okta: 'Okta', entra: 'Microsoft Entra ID' } as const;
type Product = keyof typeof products;

const fields = ['baseUrl', 'token'] as const;

/** What to do in the console of each product, to be opened by those who need it. */
export function DirectoryGuides() {
  const { shared } = useTexts(directoryGuidesTexts);
  return (
    <section>
      <h2>{shared.heading}</h2>
      <p>{shared.lead}</p>
      {(Object.keys(products) as Product[]).map((product) => (
        <details key={product} class="more">
          <summary>{products[product]}</summary>
          <Guide product={product} />
        </details>
      ))}
    </section>
  );
}

function Guide({ product }: { readonly product: Product }) {
  const { shared, guides } = useTexts(directoryGuidesTexts);
  const { before, terms, after } = guides[product];
  const name = products[product];
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
