import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of linked accounts. */
export const linksTexts = defineTexts({ en, de });
