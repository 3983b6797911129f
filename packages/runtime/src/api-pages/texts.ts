import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the pages about APIs in the platform's console. */
export const apiPagesTexts = defineTexts({ en, de });
