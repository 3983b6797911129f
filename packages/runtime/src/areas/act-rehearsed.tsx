import {
  type AreaIn,
  type AreaOutcome,
  type AreaPage,
  type Confirmation,
  type ConsoleVisit,
  IdentityError,
  managesTenant,
  maskedEmail,
  type Rehearsed,
  type TenantVisit,
} from '@org/identity-core';
import { isVisitorOfKind } from './area-parts.js';
import type { AreaServices } from './area-services.js';
import { ConfirmContent } from './confirm-content.js';
import { describeOutcome, outcomeDigest } from './outcome.js';
import { areasTexts } from './texts.js';

interface Action<Visit extends ConsoleVisit> {
  area: AreaIn<Visit>;
  visit: Visit;
  /** What to ask before the action, if it is one that destroys something. */
  asked: Confirmation | undefined;
  /** The path of the page. */
  here: string;
}

/** The field of the second click: what the page has shown. */
const outcomeField = 'outcome';

/**
 * Does what a form asks for. If the user is to confirm it, the first click only shows what would happen. The second click does
 * it, unless the outcome has changed since: then the new outcome is shown, except with `evenIfChanged`. With `onlyWithFacts`,
 * the first click does it if there are no facts.
 */
export async function actRehearsed<Visit extends ConsoleVisit>(
  services: AreaServices,
  action: Action<Visit>,
): Promise<AreaOutcome | AreaPage> {
  const { visit, asked } = action;
  const act = actOf(action);
  if (!asked) return act();
  const shown = visit.form[outcomeField];
  if (shown !== undefined && asked.evenIfChanged) return act();
  const caller = callerOf(visit);
  const names = namesFor(services, visit);
  if (shown === undefined) {
    // Decided in the transaction that acts: nobody else can change in between what there is to ask about.
    const isHarmless = ({ events }: Rehearsed<AreaOutcome>) => factsIn(asked, events).length === 0;
    const { kept, ...outcome } = asked.onlyWithFacts
      ? await services.runIfExpected(caller, act, isHarmless)
      : { kept: false, ...(await services.rehearse(caller, act)) };
    return kept ? outcome.result : askFirst(action, await names(outcome), false);
  }
  const expected = async (outcome: Rehearsed<AreaOutcome>) => outcomeDigest(await names(outcome)) === shown;
  const { kept, ...outcome } = await services.runIfExpected(caller, act, expected);
  if (kept) return outcome.result;
  return askFirst(action, await names(outcome), true);
}

/** What would happen, and the button that does it, or undefined if there is nothing to ask. Changes nothing. */
export async function askBefore<Visit extends ConsoleVisit>(
  services: AreaServices,
  action: Action<Visit>,
): Promise<AreaPage | undefined> {
  const { asked } = action;
  const outcome = await services.rehearse(callerOf(action.visit), actOf(action));
  if (asked?.onlyWithFacts && factsIn(asked, outcome.events).length === 0) return undefined;
  return askFirst(action, await namesFor(services, action.visit)(outcome), false);
}

const factsIn = (asked: Confirmation, events: Rehearsed<unknown>['events']) => asked.factsOf?.(events) ?? [];

const callerOf = ({ principal }: ConsoleVisit) =>
  isVisitorOfKind(principal) ? `${principal.kind} ${principal.id}` : `user ${principal.userId}`;

const actOf =
  <Visit extends ConsoleVisit>({ area, visit }: Action<Visit>) =>
  (): Promise<AreaOutcome> =>
    area.act?.(visit) ?? Promise.reject(new Error('The area does not act.'));

/** Adds the names of all ids in the outcome, as far as the visitor may know them. */
function namesFor(services: AreaServices, visit: ConsoleVisit) {
  const tenantId = 'tenant' in visit ? (visit.tenant as { id: string }).id : undefined;
  return async (outcome: Rehearsed<AreaOutcome>) => {
    const ids = new Set(outcome.events.flatMap(({ subjectId, data }) => [subjectId, ...Object.values(data)]));
    const texts = [...ids].filter((id) => typeof id === 'string');
    const mails = mayReadEmails(visit)
      ? outcome.mails
      : outcome.mails.map(({ kind, to }) => ({ kind, to: maskedEmail(to) }));
    return { ...outcome, mails, names: await services.namesOf(texts, { tenantId }) };
  };
}

/** In a tenant, its managers; elsewhere super admins. As for requests to the API. */
function mayReadEmails(visit: ConsoleVisit): boolean {
  // The visits of a tenant's pages are `TenantVisit`.
  if (isVisitorOfKind(visit.principal)) return false;
  if ('tenant' in visit) return managesTenant(visit as TenantVisit);
  return 'superAdmin' in visit.principal && visit.principal.superAdmin === true;
}

function askFirst<Visit extends ConsoleVisit>(
  { visit, asked, here }: Action<Visit>,
  outcome: Parameters<typeof describeOutcome>[0],
  changed: boolean,
): AreaPage {
  if (!asked) throw new IdentityError('INTERNAL_ERROR', 'There is nothing to confirm.');
  const { [outcomeField]: _shown, formToken: _token, ...fields } = visit.form;
  const hidden = { ...fields, ...visit.hidden, [outcomeField]: outcomeDigest(outcome) };
  const lines = describeOutcome(outcome, visit.language);
  const content = (
    <ConfirmContent
      {...{ here, hidden, lines, changed }}
      button={asked.button}
      facts={[...(asked.facts ?? []), ...factsIn(asked, outcome.events)]}
      texts={areasTexts[visit.language].confirm}
    />
  );
  return { heading: asked.title, content };
}
