import { Notice, useTexts } from '@org/identity-ui';
import { pagesTexts } from './texts.js';

/** Where a client comes from that nobody has entered by hand. */
export interface ClientOrigin {
  /** The host of its document. Undefined if it has registered itself: nothing about it is proven then. */
  clientHost: string | undefined;
  /** Where the user goes next: a program on the own device, a host, or an app by its scheme. */
  target: { kind: 'loopback' | 'web' | 'app'; name: string };
}

/** Says who the client is and where the user goes next, in words that the client cannot choose. */
export function ClientOriginNote({ clientHost, target }: ClientOrigin) {
  const { origin: texts } = useTexts(pagesTexts).consent;
  const strong = (text: string) => (
    <strong>
      <bdi>{text}</bdi>
    </strong>
  );
  return (
    <>
      {target.kind === 'loopback' && <Notice kind="info">{texts.loopback}</Notice>}
      <p>{clientHost === undefined ? texts.registered : texts.document(strong(clientHost))}</p>
      {target.kind !== 'loopback' && <p>{texts[target.kind](strong(target.name))}</p>}
    </>
  );
}
