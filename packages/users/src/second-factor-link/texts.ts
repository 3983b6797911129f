import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the pages of an operator's link say, and the page that asks for one. */
export const secondFactorLinkTexts = defineTexts({ en, de });
