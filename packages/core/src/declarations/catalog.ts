import { type InLanguages, type Language, languages } from '@org/identity-ui';
import type { ApiScope } from '../callers/api-scopes.js';
import { declareClientFields } from '../clients/declared-client-fields.js';
import { type ErrorCode, sharedErrors } from '../errors/error-codes.js';
import type { EventType } from '../events/events.js';
import type { DeclaredLists, DeclaredScope, ScopeWords } from './declarations.js';
import type { EventSentence, FailureSentence } from './event-sentence.js';

/*
 * What the plugins of this process have declared. It belongs to the process and not to a server, because commands and seeds
 * have no server. The composition of a server refuses two plugins that declare the same name.
 */
const events = new Map<string, NonNullable<DeclaredLists['events']>[string]>();
const sentences = new Map<Language, Map<string, EventSentence>>(languages.map((language) => [language, new Map()]));
const errors = new Map<string, number>(Object.entries(sharedErrors));
const scopes = new Map<string, DeclaredScope>();
const failedSignIns = new Map<string, InLanguages<FailureSentence>>();

/**
 * Makes the lists of a plugin known to this process, and returns them. Packages call it when they are loaded; for all other
 * plugins the server does.
 */
export function declareLists<const Lists extends DeclaredLists>(lists: Lists): Lists {
  for (const [type, words] of Object.entries(lists.events ?? {})) events.set(type, words);
  for (const [language, known] of sentences)
    for (const [type, sentence] of Object.entries(lists.sentences?.[language] ?? {})) known.set(type, sentence);
  for (const [code, status] of Object.entries(lists.errors ?? {})) errors.set(code, status);
  for (const [scope, declared] of Object.entries(lists.scopes ?? {})) scopes.set(scope, declared);
  for (const [reason, told] of Object.entries(lists.failedSignIns ?? {})) failedSignIns.set(reason, told);
  declareClientFields(lists.clientFields ?? {});
  return lists;
}

/** All event types that are known. */
export function eventTypes(): EventType[] {
  return [...events.keys()] as EventType[];
}

/** The event in a few words; a type that is not known is returned as it is. */
export function eventInWords(type: string, language: Language): string {
  const words = events.get(type);
  return words?.[language] ?? words?.en ?? type;
}

/** The sentence of a type of event; undefined if its plugin has none. */
export function sentenceOfEvent(type: string, language: Language): EventSentence | undefined {
  return sentences.get(language)?.get(type) ?? sentences.get('en')?.get(type);
}

/** All error codes that are known, with their statuses. */
export function errorStatuses(): Readonly<Record<string, number>> {
  return Object.fromEntries(errors);
}

/** The status of an error code. Throws for a code that nobody has declared. */
export function statusOfError(code: ErrorCode): number {
  const status = errors.get(code);
  if (status === undefined) throw new Error(`No plugin has declared the error code "${code}".`);
  return status;
}

/** The API scopes that users can allow to a client. They are not in discovery: a client can request only those that it was given. */
export function apiScopes(): ApiScope[] {
  return scopesWhere(({ words }) => words !== undefined);
}

/** The API scopes that machine clients can have. */
export function machineScopes(): ApiScope[] {
  return scopesWhere(({ machines }) => machines !== undefined);
}

/** Whether only machines of the whole platform can have the scope. */
export function isPlatformScope(scope: string): boolean {
  return scopes.get(scope)?.machines === 'platform';
}

/** What the consent page says about an API scope. */
export function wordsOfScope(scope: string, language: Language): ScopeWords | undefined {
  const words = scopes.get(scope)?.words;
  return words?.[language] ?? words?.en;
}

/** All reasons of failed sign-ins that are known. */
export function failedSignInReasons(): string[] {
  return [...failedSignIns.keys()];
}

/** The sentence of a failed sign-in with this reason; undefined for a reason that is not known. */
export function sentenceOfFailure(reason: string, language: Language): FailureSentence | undefined {
  const told = failedSignIns.get(reason);
  return told?.[language] ?? told?.en;
}

function scopesWhere(holds: (scope: DeclaredScope) => boolean): ApiScope[] {
  return [...scopes].filter(([, scope]) => holds(scope)).map(([name]) => name as ApiScope);
}
