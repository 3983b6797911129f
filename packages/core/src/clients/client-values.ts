import { z } from 'zod';
import { text } from '../input/text.js';
import { WebUrl } from './client-rules.js';

/* The values that several fields of a client have, and those with choices. */

export const Flag = z.boolean().default(false);
export const Reference = text(1000).optional();
export const Link = WebUrl.optional();
export const Name = text(100, { min: 1 });
export const AuthMethod = z.enum(['private_key_jwt'], { error: 'must be private_key_jwt, or be left out' }).optional();
export const Profile = z.enum(['fapi2'], { error: 'must be fapi2, or be left out' }).optional();
