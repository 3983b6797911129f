import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The guides for the consoles of directories. */
export const directoryGuidesTexts = defineTexts({ en, de });
