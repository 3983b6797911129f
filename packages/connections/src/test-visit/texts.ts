import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the test of a connection says. */
export const testVisitTexts = defineTexts({ en, de });
