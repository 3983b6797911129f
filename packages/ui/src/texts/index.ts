import { defineTexts } from '../language/texts.js';
import { de } from './de.js';
import { en } from './en.js';

/** The texts around every page and mail. */
export const uiTexts = defineTexts({ en, de });
