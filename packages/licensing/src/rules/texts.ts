import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the page about license rules. */
export const rulesTexts = defineTexts({ en, de });
