import type { Part } from '@org/identity-ui';

/**
 * An event for its sentence, with names instead of ids. The functions read a field of `data`; what a sentence has read is not
 * repeated in the details of the event.
 */
export interface ToldEvent {
  /** Who caused it, as the beginning of a sentence: "Ann Lee", "The system". */
  readonly actor: Part;
  /** Who or what it is about; undefined if it has no name, or none any more. */
  readonly subject: Part;
  /** Whether a user did it to themselves. */
  readonly isOwn: boolean;
  /** The name of an id; undefined if it has none. */
  name(field: string): Part;
  /** The names of a list of ids; undefined if none of them has one. */
  names(field: string): Part;
  /** A text that a user has written, such as a name. */
  text(field: string): Part;
  number(field: string): number | undefined;
  /** Whether the field is true. */
  is(field: string): boolean;
  /** A time in the reader's language. */
  time(field: string): string | undefined;
  /** What the words say for the value; undefined for other values. */
  word(field: string, words: Readonly<Record<string, string>>): string | undefined;
  /** The same for a list of values, such as the names of changed fields. All other values become `others`, once. */
  words(field: string, words: Readonly<Record<string, string | undefined>>, others: string): string | undefined;
}

/** Says who did what to whom, without a full stop. */
export type EventSentence = (event: ToldEvent) => Part;

/** The sentences of events, by their types. */
export type EventSentences = Readonly<Record<string, EventSentence>>;

/** Says what somebody has tried at the account of a user, without a full stop. */
export type FailureSentence = (user: Part) => Part;
