export { declaredLists } from './declared-lists.js';
export { webhooks } from './plugin.js';
