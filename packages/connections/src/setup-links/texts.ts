import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of setup links. */
export const setupLinksTexts = defineTexts({ en, de });
