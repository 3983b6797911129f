import { apiScopes, machineScopes } from '../declarations/catalog.js';
import { declaredChoice } from '../declarations/declared-choice.js';

/** The scopes of OpenID Connect, which are all that discovery lists. Every browser client may have them. */
export const userScopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Scopes of users' tokens. Those of the JSON API are for clients that were given them. */
export const browserScopes = () => [...userScopes, ...apiScopes()] as const;

export const BrowserScope = declaredChoice(browserScopes);
export const MachineScope = declaredChoice(machineScopes);
