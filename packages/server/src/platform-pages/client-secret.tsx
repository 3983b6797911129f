import { Notice, useTexts } from '@org/identity-core';
import { platformPagesTexts } from './texts.js';

/** A secret that is shown this once. */
export function ShownSecret({ lead, secret, next }: { lead: string; secret: string; next: string }) {
  const { client } = useTexts(platformPagesTexts);
  return (
    <>
      <Notice kind="info">{lead}</Notice>
      <p>{client.secretOnce}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p class="bar">
        <a class="button button-secondary" href={next}>
          {client.back}
        </a>
      </p>
    </>
  );
}
