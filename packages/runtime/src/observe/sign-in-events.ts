import type {
  AlsoEnds,
  AuthorizationRequest,
  DomainEvent,
  FailedSignIn,
  SignInStep,
  StepOutcome,
  TenantResolver,
} from '@org/identity-core';
import type { EndedSession } from '@org/identity-prisma';
import { type NoteServices, noteEvent } from './note-event.js';

/** Records sign-ins and sign-outs as events. No function throws: a sign-in never fails because of its event. */
export interface SignInEvents {
  started(signIn: StartedSession): Promise<void>;
  ended(session: EndedSession): Promise<void>;
  failed(request: AuthorizationRequest, failure: FailedSignIn): Promise<void>;
}

export interface StartedSession {
  userId: string;
  clientId: string;
  tenantId: string | null;
  secondFactor: boolean;
}

export interface SignInEventServices extends NoteServices {
  tenants: TenantResolver | undefined;
}

const none = () => Promise.resolve();

/** If no plugin wants these events, nothing is recorded. */
export const noSignInEvents: SignInEvents = { started: none, ended: none, failed: none };

/** How many failed sign-ins are recorded at once. The limits of attempts allow far fewer. */
const maxInFlight = 100;

export function createSignInEvents({ tenants, ...services }: SignInEventServices): SignInEvents {
  const publish = (event: DomainEvent, also?: AlsoEnds) => noteEvent(services, event, also);
  const tenantOf = async (request: AuthorizationRequest, userId: string) => {
    // A tenant learns of a failed sign-in only if the user is one of its active members.
    const decision = await tenants?.decide({ ...request, userId }).catch(() => undefined);
    return decision?.kind === 'tenant' ? decision.tenantId : null;
  };
  let inFlight = 0;
  return {
    started: ({ userId, tenantId, clientId, secondFactor }) =>
      publish({ type: 'session.started', tenantId, ...byUser(userId), data: { clientId, secondFactor } }),
    ended: ({ userId, endedIn }) =>
      publish({ type: 'session.ended', tenantId: null, ...byUser(userId), data: {} }, { endedIn }),
    async failed(request, { userId, reason }) {
      if (inFlight >= maxInFlight) return;
      inFlight += 1;
      const tenantId = userId === null ? null : await tenantOf(request, userId);
      const actor = { kind: 'system', id: null } as const;
      await publish({ type: 'sign_in.failed', tenantId, actor, subjectId: userId, data: { reason } });
      inFlight -= 1;
    },
  };
}

const byUser = (userId: string) => ({ actor: { kind: 'user', id: userId } as const, subjectId: userId });

/** Records the failed attempts of a step. The response does not wait: it must take as long for an unknown account. */
export function recordFailures(step: SignInStep, { failed }: Pick<SignInEvents, 'failed'>): SignInStep {
  const { returned } = step;
  const record = (request: AuthorizationRequest, outcome: StepOutcome) => {
    if ('page' in outcome && outcome.failed) void failed(request, outcome.failed);
    return outcome;
  };
  return {
    ...step,
    submit: async (view, form) => record(view.request, await step.submit(view, form)),
    ...(returned ? { returned: async (view, query) => record(view.request, await returned(view, query)) } : {}),
  };
}
