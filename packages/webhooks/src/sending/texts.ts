import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the mail about a paused webhook. */
export const sendingTexts = defineTexts({ en, de });
