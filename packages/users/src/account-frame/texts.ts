import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What every page of the account says: its navigation, notices and refusals. */
export const accountFrameTexts = defineTexts({ en, de });
