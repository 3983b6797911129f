import { Name, useTexts } from '@org/identity-ui';
import { demoData, demoPassword } from '../demo-data.js';
import { startPageTexts } from './texts.js';

/** Lists the demo users with their roles and password. */
export function DemoUsers() {
  const texts = useTexts(startPageTexts);
  return (
    <section>
      <h2>{texts.demoUsers}</h2>
      <p>{texts.demoPassword}</p>
      <div class="password">
        <code class="secret">{demoPassword}</code>
        <CopyButton copies={demoPassword} of={texts.password} />
      </div>
      <ul class="list entries">
        {demoData.users.map((user) => (
          <li key={user.email}>
            <div>
              <strong>{user.email}</strong>
              {'superAdmin' in user && <span>{texts.superAdmin}</span>}
              {rolesOf(user.email).map(({ role, tenant }) => (
                <span key={tenant}>{texts.roles[role](<Name text={tenant} />)}</span>
              ))}
            </div>
            <CopyButton copies={user.email} of={user.email} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown by the script of the page. Its label is a live region, so that screen readers say that it was copied. */
function CopyButton({ copies, of }: { copies: string; of: string }) {
  const { copy, copied, copyOf } = useTexts(startPageTexts);
  return (
    <button
      type="button"
      class="button button-secondary"
      hidden
      aria-live="polite"
      title={copyOf(of)}
      data-copies={copies}
      data-copied={copied}
    >
      {copy}
    </button>
  );
}

type DemoRole = 'owner' | 'admin' | 'member';

function rolesOf(email: string): { role: DemoRole; tenant: string }[] {
  return demoData.tenants.flatMap(({ name, members }) =>
    members.filter((member) => member.email === email).map(({ role }) => ({ role: role as DemoRole, tenant: name })),
  );
}
