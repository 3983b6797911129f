import { ShownSecret, useTexts } from '@org/identity-ui';
import { platformPagesTexts } from './texts.js';

/** The secret of a client, which is shown this once. */
export function ClientSecret(props: { lead: string; secret: string; next: string }) {
  const { client } = useTexts(platformPagesTexts);
  return <ShownSecret {...props} hint={client.secretOnce} continueText={client.back} />;
}
