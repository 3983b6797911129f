import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the pages about requests say. */
export const requestsTexts = defineTexts({ en, de });
