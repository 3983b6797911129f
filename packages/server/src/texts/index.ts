import { defineTexts } from '@org/identity-core';
import { de } from './de.js';
import { en } from './en.js';

/** What the server's own pages say: consent, sign-out, errors. */
export const serverTexts = defineTexts({ en, de });
