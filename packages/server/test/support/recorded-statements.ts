export {
  explain,
  type PlanNode,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  touchesRows,
} from '@org/identity-testing';
