import { z } from 'zod';
import { apiScopes, machineScopes } from '../declarations/catalog.js';

/** The scopes of OpenID Connect, which are all that discovery lists. Every browser client may have them. */
export const userScopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Scopes of users' tokens. Those of the JSON API are for clients that were given them. */
export const browserScopes = () => [...userScopes, ...apiScopes()] as const;

// Lazy: the plugins have declared their scopes by the time a client is checked. Texts for TypeScript, which cannot know them.
export const BrowserScope: z.ZodType<string, string> = z.lazy(() => z.enum(browserScopes()));
export const MachineScope: z.ZodType<string, string> = z.lazy(() => z.enum(machineScopes()));
