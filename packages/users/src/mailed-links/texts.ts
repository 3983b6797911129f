import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the page of a link says that no longer works. */
export const mailedLinksTexts = defineTexts({ en, de });
