export { noMailLimits } from './no-mail-limits.js';
export { type OpenTestDatabase, openTestDatabase } from './open-test-database.js';
export { countReads, explain, type PlanNode, readsEverything, tableOf } from './query-plan.js';
export { useQuickHashes } from './quick-hashes.js';
export { type RecordedStatement, recordStatements, touchesRows } from './recorded-statements.js';
