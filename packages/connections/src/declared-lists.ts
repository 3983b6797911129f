import { declareLists } from '@org/identity-core';

const events = {} as const;

const errors = {} as const;

/** The events, error codes and scopes of this package. */
export const declaredLists = declareLists({ events, sentences: { en: {}, de: {} }, errors });
