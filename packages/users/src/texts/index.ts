import { defineTexts } from '@org/identity-core';
import * as de from './de/index.js';
import * as en from './en/index.js';

/** What the pages and mails about accounts say. */
export const usersTexts = defineTexts({ en, de });
