import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What registration says, on pages and in mails. */
export const registrationTexts = defineTexts({ en, de });
