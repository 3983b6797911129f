import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the frame around every area. */
export const areasTexts = defineTexts({ en, de });
