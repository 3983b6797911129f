import { defineTexts } from '@org/identity-ui';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** What the pages of the device flow say. */
export const devicesTexts = defineTexts({ en, de });
