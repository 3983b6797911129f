import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the pages between us and a provider say that forms lead to. */
export const kindsTexts = defineTexts({ en, de });
