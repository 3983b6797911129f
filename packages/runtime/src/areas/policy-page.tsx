import {
  type PageAnswer,
  type PageRequest,
  type SignInFacts,
  type TenantResolver,
  type UnmetDemand,
  unmetDemand,
  usesBreakGlass,
} from '@org/identity-core';
import { type PageTenant, type PageUser, timeOfEpoch } from '@org/identity-prisma';
import { Actions, type Brand, Layout, Notice, useTexts } from '@org/identity-ui';
import type { AreaServices } from './area-services.js';
import { areasTexts } from './texts.js';

/** The field of the query with which the page below asks for another sign-in. */
const field = 'sign-in';
/** A sign-in that is older is asked for again at once; a newer one was not of the right kind. */
const justSignedInMs = 60_000;

/** Or `own`: the account belongs to the user, and the provider of a tenant does not open it. */
type Refusal = UnmetDemand | 'own';

interface Visitor {
  readonly user: PageUser;
  readonly userId: string;
  readonly signedInAt: Date;
}

/** What the session of a member lacks for the console of a tenant with a policy. */
export async function checkPolicy(
  { brokeGlass }: { readonly brokeGlass?: TenantResolver['brokeGlass'] },
  { ip }: Pick<PageRequest, 'ip'>,
  { user, userId, signedInAt }: Visitor,
  tenant: PageTenant,
): Promise<UnmetDemand | undefined> {
  const { policy, role } = tenant;
  const { via, secondFactor, pauseSeconds } = user;
  const facts: SignInFacts = {
    ...{ tenantId: tenant.id, userId, role: role ?? 'member', via },
    ...{ secondFactor, secondFactorSince: timeOfEpoch(tenant.secondFactorSince), signedInAt, pauseSeconds, ip },
  };
  const unmet = unmetDemand(policy, facts);
  if (!unmet && usesBreakGlass(policy, facts)) await brokeGlass?.({ tenantId: tenant.id, userId });
  return unmet;
}

interface Asked {
  readonly unmet: Refusal;
  readonly returnTo: string;
  readonly signedInAt: Date;
  readonly secondFactor?: boolean | undefined;
}

/** Asks for a sign-in that the policy allows, or says why this one does not suffice. */
export function askAgain(
  { brand }: Pick<AreaServices, 'brand'>,
  { query }: Pick<PageRequest, 'query'>,
  { unmet, returnTo, signedInAt, secondFactor }: Asked,
): PageAnswer {
  const isNew = signedInAt.getTime() > Date.now() - justSignedInMs;
  const signIn = { returnTo: withoutField(returnTo), again: true, ...(secondFactor ? { secondFactor } : {}) };
  if (unmet !== 'network' && (!isNew || query[field] !== undefined)) return { signIn };
  const href = unmet === 'network' ? undefined : `${withoutField(returnTo)}?${field}=again`;
  return { page: <PolicyPage brand={brand} unmet={unmet} href={href} />, status: 403 };
}

const withoutField = (path: string) => path.split('?', 1)[0] ?? path;

function PolicyPage({ brand, unmet, href }: { brand: Brand; unmet: Refusal; href: string | undefined }) {
  const { policy: texts } = useTexts(areasTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Notice kind={unmet === 'own' ? 'info' : 'error'}>{texts[unmet]}</Notice>
      {href && (
        <Actions>
          <a class="button button-primary" href={href}>
            {texts.again}
          </a>
        </Actions>
      )}
    </Layout>
  );
}
