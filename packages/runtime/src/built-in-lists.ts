/*
 * What the built-in plugins declare, without the plugins themselves: commands and seeds check clients against all scopes, and
 * must start fast.
 */
import '@org/identity-licensing/declared';
import '@org/identity-tenants/declared';
import '@org/identity-users/declared';
import '@org/identity-webhooks/declared';
import './declared-lists.js';
