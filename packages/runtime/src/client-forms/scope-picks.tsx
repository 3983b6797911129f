import { browserScopes, machineScopes, type ScopeWords, userScopes, wordsOfScope } from '@org/identity-core';
import { PickGroups, type PickGroupsProps, useLanguage, useTexts } from '@org/identity-ui';
import { pagesTexts } from '../pages/texts.js';
import { type ClientType, scopesIn } from './client-form.js';
import { clientFormsTexts } from './texts.js';

interface ScopePicksProps extends Omit<PickGroupsProps, 'groups' | 'children'> {
  form: Readonly<Record<string, string>>;
  /** Undefined for a client whose type is not chosen yet. */
  type: ClientType | undefined;
}

/** The scopes that a client can have, in groups, with the words of the consent page. */
export function ScopePicks({ form, type, ...field }: ScopePicksProps) {
  const { scopes: texts } = useTexts(clientFormsTexts);
  const { consent } = useTexts(pagesTexts);
  const language = useLanguage();
  const [browsers, machines]: readonly (readonly string[])[] = [browserScopes(), machineScopes()];
  const chosen = scopesIn(form);
  const offered = new Set([
    ...(type === 'MACHINE' ? [] : (browsers ?? [])),
    ...(type === undefined || type === 'MACHINE' ? (machines ?? []) : []),
    // A scope of a plugin that is not used any more stays until it is unchecked.
    ...chosen,
  ]);
  const known: Readonly<Record<string, ScopeWords>> = { ...consent.scopes, ...texts.words };
  const pick = (scope: string) => {
    const words = known[scope] ?? wordsOfScope(scope, language);
    const [ofBrowsers, ofMachines] = [browsers?.includes(scope), machines?.includes(scope)];
    const only = ofBrowsers && !ofMachines ? texts.notMachines : ofMachines && !ofBrowsers ? texts.onlyMachines : '';
    const description = [words?.description, type === undefined ? only : ''].filter(Boolean).join(' ');
    return {
      name: `scope.${scope}`,
      label: words?.title ?? '',
      code: scope,
      description,
      checked: chosen.includes(scope),
    };
  };
  const kinds = [...new Set([...offered].map(kindOf))];
  const labels: Readonly<Record<string, string>> = texts.groups;
  const groups = kinds.map((kind) => {
    const label = labels[kind] ?? kind;
    return { label, parts: [{ label, picks: [...offered].filter((scope) => kindOf(scope) === kind).map(pick) }] };
  });
  return (
    <PickGroups {...field} groups={groups}>
      {/* Says that the form has this field, even if nothing is checked. */}
      <input type="hidden" name={field.name} value="" />
    </PickGroups>
  );
}

/** `licenses` of `licenses:read`. The scopes of OpenID Connect are one group. */
function kindOf(scope: string): string {
  return userScopes.some((each) => each === scope) ? 'openid' : (scope.split(':')[0] ?? scope);
}
