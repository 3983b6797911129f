import { Day, Entry, ShownEmail, useTexts } from '@org/identity-ui';
import { securityTexts } from './texts.js';

export interface SignInEntriesProps {
  /** Undefined if the deployment has no password sign-in. */
  password?: { readonly set: boolean; readonly changedAt: Date | null } | undefined;
  /** Where codes are mailed to; undefined if the deployment has none. */
  codesTo?: string | undefined;
  /** The names of the linked providers; undefined if the deployment has no providers. */
  linked?: readonly string[] | undefined;
}

/** The user's ways to sign in, except passkeys. */
export function SignInEntries({ password, codesTo, linked }: SignInEntriesProps) {
  const { security: texts } = useTexts(securityTexts);
  if (!password && !linked && codesTo === undefined) return null;
  const passwordState = () => {
    if (!password?.set) return texts.notSet;
    return password.changedAt ? texts.lastChanged(<Day at={password.changedAt} />) : texts.set;
  };
  return (
    <section>
      <h2>{texts.signingIn}</h2>
      <ul class="list entries">
        {password && (
          <Entry
            name={texts.password}
            state={passwordState()}
            button={{
              text: password.set ? texts.change : texts.setOne,
              of: texts.ofPassword,
              target: { href: '/account/password' },
            }}
          />
        )}
        {codesTo !== undefined && <Entry name={texts.codes} state={texts.codesTo(<ShownEmail email={codesTo} />)} />}
        {linked && (
          <Entry
            name={texts.linked}
            state={linked.length > 0 ? linked.join(', ') : texts.noneLinked}
            button={{ text: texts.manage, of: texts.ofLinked, target: { href: '/account/providers' } }}
          />
        )}
      </ul>
    </section>
  );
}
