import { attemptCookies } from '@org/identity-core';

/** Binds a visit to an upstream provider to the browser. */
export const ssoCookies = attemptCookies('identity-sso');
