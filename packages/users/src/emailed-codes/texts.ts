import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the sign-in with emailed codes says, on pages and in mails. */
export const emailedCodesTexts = defineTexts({ en, de });
