import type { AreaIn } from '@org/identity-core';
import type { DelegateVisit } from '@org/identity-prisma';
import { Badge, textsOf } from '@org/identity-ui';
import { listDirectories } from '../directories/list-directories.js';
import type { ScimServices } from '../services.js';
import { pagesTexts } from './texts.js';

const areaTexts = textsOf(pagesTexts, ({ step }) => ({ name: step.title, title: step.title }));

/** The step about directories, on the start page of a setup link. */
export function directoryStep(services: ScimServices): AreaIn<DelegateVisit<'setup_link'>> {
  return {
    path: 'directories/step',
    sectionOf: '',
    parent: '',
    texts: areaTexts,
    async draw({ tenant, principal, base, language }) {
      const { step: texts } = pagesTexts[language];
      const { directories } = await listDirectories(services, { tenantId: tenant.id, principal });
      const isUsed = directories.some(({ lastUsedAt }) => lastUsedAt !== null);
      const state = isUsed ? 'done' : directories.length > 0 ? 'begun' : 'toDo';
      return (
        <>
          <p>
            <Badge tone={isUsed ? 'good' : 'plain'}>{texts[state]}</Badge>
          </p>
          <p>{texts.lead}</p>
          <div class="bar">
            <a class="button button-secondary" href={`${base}/directories`}>
              {texts.open}
              <span class="hidden"> {texts.title}</span>
            </a>
          </div>
        </>
      );
    },
  };
}
