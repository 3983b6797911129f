import { defineTexts } from '@org/identity-core';
import { de } from './de.js';
import { en } from './en.js';

/** What the pages and mails about tenants say. */
export const tenantsTexts = defineTexts({ en, de });
