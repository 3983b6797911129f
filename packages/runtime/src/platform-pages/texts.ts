import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the server's own pages in the platform's console. */
export const platformPagesTexts = defineTexts({ en, de });
