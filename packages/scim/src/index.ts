export { declaredLists } from './declared-lists.js';
export { scim } from './plugin.js';
