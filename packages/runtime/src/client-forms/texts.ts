import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the form of a client, and of its secret. */
export const clientFormsTexts = defineTexts({ en, de });
