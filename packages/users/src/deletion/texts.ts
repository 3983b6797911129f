import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the deletion of an account says, on pages and in mails. */
export const deletionTexts = defineTexts({ en, de });
