import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the page that asks for the tenant says. */
export const signInTexts = defineTexts({ en, de });
