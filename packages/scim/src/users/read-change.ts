import { applyOperation } from '../protocol/apply-patch.js';
import { attempt, type Findings, ignore, newFindings, refuseProblems } from '../protocol/findings.js';
import { readPatch } from '../protocol/read-patch.js';
import { readResource, type Values } from '../protocol/read-resource.js';
import { invalid } from '../protocol/scim-error.js';
import { shortName } from '../protocol/stored-values.js';
import { textOf } from '../protocol/text-values.js';
import { userType } from '../protocol/user-schema.js';
import { emailOfUser } from './account-of-user.js';

type Json = Readonly<Record<string, unknown>>;

/** What a request makes of a user. */
export interface UserChange {
  readonly values: Values;
  /**
   * Whether the request says that the user is not active. Then nothing that stands beside it refuses the request: somebody
   * who has left the company must not stay a member because of a job title that is too long.
   */
  readonly leaves: boolean;
  readonly findings: Findings;
}

/** Reads a PUT. A resource without `active` stays as active as it was. */
export function readReplacement(body: Json, before: Values): UserChange {
  const findings = newFindings();
  const values = readResource(userType, body, findings);
  const leaves = values.get('active') === false;
  if (!values.has('active')) values.set('active', before.get('active') === true);
  return settled({ values, leaves, findings }, before);
}

/** Reads a PATCH. */
export function readChanges(body: Json, before: Values): UserChange {
  const findings = newFindings();
  const values: Values = new Map(before);
  const operations = readPatch(userType, body, findings);
  for (const operation of operations)
    attempt(findings, operation.target.key, () => applyOperation(values, operation, findings));
  const leaves = values.get('active') === false && operations.some(({ target }) => target.key === 'active');
  return settled({ values, leaves, findings }, before);
}

/** Refuses what is wrong. If the user leaves, what is wrong stays as it was instead, and is noted. */
function settled(change: UserChange, before: Values): UserChange {
  const { values, leaves, findings } = change;
  const { problems } = findings;
  if (!leaves || problems.some(({ key }) => key.toLowerCase() === 'active')) refuseProblems(findings);
  for (const { key } of problems) {
    ignore(findings, shortName(userType, key));
    keep(values, before, key);
  }
  if (leaves && !isComplete(values)) keepNames(change, before);
  requireComplete(values);
  return change;
}

/** The names of the user and the emails stay as they were. */
export function keepNames({ values, findings }: UserChange, before: Values): void {
  for (const key of ['userName', 'externalId', 'emails']) {
    if (values.get(key) !== before.get(key)) ignore(findings, key);
    keep(values, before, key);
  }
}

function keep(values: Values, before: Values, key: string): void {
  const value = before.get(key);
  if (value === undefined) values.delete(key);
  else values.set(key, value);
}

/** Throws unless the values have what every user needs. */
function requireComplete(values: Values): void {
  if (textOf(values, 'userName') === undefined) throw invalid('invalidValue', 'userName is required.');
  if (!values.has('active')) throw invalid('invalidValue', 'active cannot be removed.');
  emailOfUser(values);
}

function isComplete(values: Values): boolean {
  const tried = newFindings();
  attempt(tried, '', () => requireComplete(values));
  return tried.problems.length === 0;
}
