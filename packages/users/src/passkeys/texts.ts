import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What passkeys say, on the security page and in mails. */
export const passkeysTexts = defineTexts({ en, de });
