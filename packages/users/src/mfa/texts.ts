import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the second factor says, on pages and in mails. */
export const mfaTexts = defineTexts({ en, de });
