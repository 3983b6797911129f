import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the section about the seats of agents. */
export const agentsTexts = defineTexts({ en, de });
