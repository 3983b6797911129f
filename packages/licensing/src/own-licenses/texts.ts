import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the page of a user's own licenses says. */
export const ownLicensesTexts = defineTexts({ en, de });
