import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the sign-in page says. */
export const signInFormsTexts = defineTexts({ en, de });
