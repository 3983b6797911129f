import { defineTexts } from '../language/texts.js';
import { de } from './de.js';
import { en } from './en.js';

/** What the frame of every page and mail says. */
export const coreTexts = defineTexts({ en, de });
