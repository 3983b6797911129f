import type { Area, AreaVisit, FieldErrors, PageAnswer, Refusal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Language, textsOf } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { type KnownBrowser, readKnownBrowser } from '../credentials/known-browser.js';
import type { AccountNotice } from './notices.js';
import { accountFrameTexts } from './texts.js';

/** Redirects to the page with a notice, shows something once (such as a secret), or returns any other response. */
export type AreaOutcome = { readonly done: AccountNotice } | { readonly show: ComponentChildren } | PageAnswer;

/** The subject of an account page. */
export type AreaName = keyof typeof accountFrameTexts.en.account.areas;

/** A signed-in user's request for one of the account pages. */
export interface AccountVisit extends AreaVisit {
  readonly browser: KnownBrowser | undefined;
}

/** One page of the account: GET shows it; POST acts and redirects back to it. */
export interface AccountArea {
  /** Below `/account/`; empty for the overview. */
  readonly path: string;
  readonly name: AreaName;
  /** `refused` has the errors by field if a form was refused. */
  draw(visit: AccountVisit, refused?: FieldErrors): Promise<ComponentChildren>;
  /** The fields that an error belongs to. An error without a field is shown at the top of the page. */
  errorsOf?(refusal: Refusal, language: Language): FieldErrors;
  act?(visit: AccountVisit): Promise<AreaOutcome>;
}

/** The page as the server's frame takes it, with the texts that all account pages share. */
export function toArea({ vault }: Pick<IdentityPluginHost, 'vault'>, area: AccountArea, order: number): Area {
  const { path, name, draw, act, errorsOf } = area;
  const visitOf = (visit: AreaVisit) => ({ ...visit, browser: readKnownBrowser(vault, visit.cookie) });
  return {
    place: 'account',
    path,
    order,
    texts: textsOf(accountFrameTexts, ({ account, notices, refusals }) => ({
      ...account.areas[name],
      notices,
      refusals,
    })),
    draw: (visit, refused) => draw.call(area, visitOf(visit), refused),
    ...(errorsOf ? { errorsOf: (refusal, language) => errorsOf.call(area, refusal, language) } : {}),
    ...(act ? { act: (visit: AreaVisit) => act.call(area, visitOf(visit)) } : {}),
  };
}
