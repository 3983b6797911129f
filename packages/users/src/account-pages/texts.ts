import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the overview of the account says, and the pages after sign-out and deletion. */
export const accountPagesTexts = defineTexts({ en, de });
