import type { ClientSource } from '@org/identity-prisma';
import { Notice, useTexts } from '@org/identity-ui';
import type { RedirectTarget } from '../clients/unproven-client.js';
import { pagesTexts } from './texts.js';

/** Where a client comes from, and where its user goes next. */
export interface ClientOrigin {
  /** MANUAL: an operator has entered it. */
  source: ClientSource;
  /** The host of its document. Undefined if it has none: nothing about a client that has registered itself is proven. */
  clientHost: string | undefined;
  target: RedirectTarget;
}

/** Says who the client is and where the user goes next, in words that the client cannot choose. */
export function ClientOriginNote({ source, clientHost, target }: ClientOrigin) {
  const { origin: texts } = useTexts(pagesTexts).consent;
  const strong = (text: string) => (
    <strong>
      <bdi>{text}</bdi>
    </strong>
  );
  return (
    <>
      {target.kind === 'loopback' && <Notice kind="info">{texts.loopback(strong(target.name))}</Notice>}
      {clientHost !== undefined && <p>{texts.document(strong(clientHost))}</p>}
      {source === 'REGISTERED' && <p>{texts.registered}</p>}
      {target.kind !== 'loopback' && <p>{texts[target.kind](strong(target.name))}</p>}
    </>
  );
}
