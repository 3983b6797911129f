import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the page of the data export says. */
export const personalDataTexts = defineTexts({ en, de });
