import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the pages about single sign-on and domains. */
export const domainPagesTexts = defineTexts({ en, de });
