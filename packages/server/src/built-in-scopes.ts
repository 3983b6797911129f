import { browserScopes as allBrowserScopes, machineScopes as allMachineScopes } from '@org/identity-core';
import './declared-lists.js';

/** The scopes of users' tokens, without those of a host's own plugins. */
export const browserScopes: readonly string[] = allBrowserScopes();
/** The scopes of machines' tokens, without those of a host's own plugins. */
export const machineScopes: readonly string[] = allMachineScopes();
