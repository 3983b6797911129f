import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the page that releases unused seats. */
export const reduceTexts = defineTexts({ en, de });
