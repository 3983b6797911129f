import { Day, Entry, useTexts } from '@org/identity-ui';
import { securityTexts } from './texts.js';

export interface SignInEntriesProps {
  /** Undefined if the deployment has no password sign-in. */
  password?: { readonly set: boolean; readonly changedAt: Date | null } | undefined;
  /** The names of the linked providers; undefined if the deployment has no providers. */
  linked?: readonly string[] | undefined;
}

/** The user's ways to sign in, except passkeys. */
export function SignInEntries({ password, linked }: SignInEntriesProps) {
  const { security: texts } = useTexts(securityTexts);
  if (!password && !linked) return null;
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
