import { useTexts } from '@org/identity-ui';
import { roleRulesTexts } from './texts.js';

/** The part of a directory's page that leads to the roles of groups. */
export function RolesSection({ action }: { action: string }) {
  const { roleRules: texts } = useTexts(roleRulesTexts);
  return (
    <section>
      <h2>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <div class="bar">
        <a class="button button-secondary" href={`${action}/roles`}>
          {texts.change}
        </a>
      </div>
    </section>
  );
}
