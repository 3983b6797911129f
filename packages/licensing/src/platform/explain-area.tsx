import { actorOf, type FieldErrors, isIdentityError, type PlatformArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Language, textsOf } from '@org/identity-ui';
import { explainAccess } from '../check/explain-access.js';
import { listApplicationNames } from '../license-types/list-application-names.js';
import { ExplainQuery } from '../schemas.js';
import { type Asked, type Explained, ExplainForm, ExplainResult } from './explain-content.js';
import { platformTexts } from './texts.js';

const areaTexts = textsOf(platformTexts, ({ explain: { name, title } }) => ({ name, title }));

/** Why a user can use an application in a tenant, or not. The form is in the URL, so an answer can be shared. */
export function explainArea(host: IdentityPluginHost): PlatformArea {
  return {
    place: 'platform',
    path: 'explain',
    order: 60,
    group: 'licenses',
    texts: areaTexts,
    async draw({ principal, base, query, language }) {
      const applications = await listApplicationNames(host.db);
      const asked = askedIn(query);
      const isComplete = Object.keys(query).includes('application');
      const answer = isComplete ? await explain(host, { asked, actor: actorOf(principal), language }) : { errors: {} };
      return (
        <>
          <p>{platformTexts[language].explain.lead}</p>
          <ExplainForm path={`${base}/explain`} {...{ asked, applications }} errors={answer.errors ?? {}} />
          {answer.explained && <ExplainResult base={base} explained={answer.explained} />}
        </>
      );
    },
  };
}

function askedIn(query: Readonly<Record<string, string>>): Asked {
  const text = (name: string) => (query[name] ?? '').trim().slice(0, 254);
  return { person: text('person'), tenant: text('tenant'), application: text('application'), feature: text('feature') };
}

const fieldOf: Readonly<Record<string, keyof Asked>> = {
  userId: 'person',
  tenantId: 'tenant',
  applicationId: 'application',
  featureKey: 'feature',
};

type Answer = { errors: FieldErrors; explained?: undefined } | { errors?: undefined; explained: Explained };

async function explain(
  host: IdentityPluginHost,
  { asked, actor, language }: { asked: Asked; actor: ReturnType<typeof actorOf>; language: Language },
): Promise<Answer> {
  const { missing, unknownPerson, unknownApplication } = platformTexts[language].explain;
  const { person: userId, tenant: tenantId, application: applicationId, feature } = asked;
  const parsed = ExplainQuery.safeParse({ userId, tenantId, applicationId, featureKey: feature || undefined });
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => fieldOf[String(path[0])] ?? 'person');
    return { errors: Object.fromEntries(fields.map((field) => [field, missing[field]])) };
  }
  try {
    const explanation = await explainAccess(host, { ...parsed.data, actor });
    const names = await host.namesOf([explanation.userId, applicationId], {});
    const nameOf = (id: string) => names.get(id) ?? id;
    return {
      explained: {
        ...explanation,
        person: nameOf(explanation.userId),
        application: nameOf(applicationId),
        tenant: tenantId,
        feature,
      },
    };
  } catch (error) {
    if (!isIdentityError(error)) throw error;
    if (error.code === 'USER_NOT_FOUND') return { errors: { person: unknownPerson } };
    if (error.code === 'INVALID_APPLICATION_ID') return { errors: { application: unknownApplication } };
    throw error;
  }
}
