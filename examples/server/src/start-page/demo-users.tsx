import { Name, uiTexts, useTexts } from '@org/identity-ui';
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
        <code class="secret" id="demo-password">
          {demoPassword}
        </code>
        <CopyButton copies="demo-password" of={texts.password} />
      </div>
      <ul class="list entries">
        {demoData.users.map((user, index) => (
          <li key={user.email}>
            <div>
              <strong id={`demo-user-${index}`}>{user.email}</strong>
              {'superAdmin' in user && <span>{texts.superAdmin}</span>}
              {rolesOf(user.email).map(({ role, tenant }) => (
                <span key={tenant}>{texts.roles[role](<Name text={tenant} />)}</span>
              ))}
            </div>
            <CopyButton copies={`demo-user-${index}`} of={user.email} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown by the script of the page, which copies the text of the element with this id. */
function CopyButton({ copies, of }: { copies: string; of: string }) {
  const { copyOf } = useTexts(startPageTexts);
  const { copy } = useTexts(uiTexts);
  return (
    <>
      <button type="button" class="button button-secondary" hidden title={copyOf(of)} data-copies={copies}>
        {copy.button}
      </button>
      <span role="status" data-copied={copy.copied} data-selected={copy.selected} />
    </>
  );
}

type DemoRole = 'owner' | 'admin' | 'member';

function rolesOf(email: string): { role: DemoRole; tenant: string }[] {
  return demoData.tenants.flatMap(({ name, members }) =>
    members.filter((member) => member.email === email).map(({ role }) => ({ role: role as DemoRole, tenant: name })),
  );
}
