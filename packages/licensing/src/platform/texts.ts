import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the pages of the platform's console that belong to this package. */
export const platformTexts = defineTexts({ en, de });
