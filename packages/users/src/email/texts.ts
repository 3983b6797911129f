import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What changing and confirming an email says, on pages and in mails. */
export const emailTexts = defineTexts({ en, de });
