import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const selfSending: typeof en.selfSending = {
  title: 'Sie werden angemeldet',
  leave: (connection) => line`Es geht bei ${connection} weiter.`,
  back: 'Sie sind bei Ihrer Organisation angemeldet. Ein Schritt fehlt noch.',
  goOn: 'Weiter',
};
