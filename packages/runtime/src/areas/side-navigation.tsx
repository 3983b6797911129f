import { useTexts } from '@org/identity-ui';
import { Icon, iconOf } from './icon.js';
import type { AreaLink, NavigationGroup } from './navigation.js';
import { areasTexts } from './texts.js';

/** The links to all areas of a console, in groups. */
export function SideNavigation({ name, groups }: { name: string; groups: readonly NavigationGroup[] }) {
  return (
    <nav class="side" aria-label={name}>
      <ul class="list">
        {groups.map((group) => (
          <Group key={group.label} {...group} />
        ))}
      </ul>
    </nav>
  );
}

function Group({ group, label, head, links }: NavigationGroup) {
  return (
    <li class={group && 'with-icon'}>
      {group && <Icon name={iconOf(group)} />}
      {head ? <Link {...head} /> : <span class="label">{label}</span>}
      {links.length > 0 && (
        <ul class="list">
          {links.map((link) => (
            <li key={link.href}>
              <Link {...link} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Link({ href, name, current, count }: AreaLink) {
  return (
    <>
      <a href={href} aria-current={current ? 'page' : undefined}>
        {name}
      </a>
      {count > 0 && <Count count={count} />}
    </>
  );
}

const maxCount = 99;

/** Beside the link, not in it: the name of a link should not change with what waits there. */
function Count({ count }: { count: number }) {
  const { frame } = useTexts(areasTexts);
  return (
    <span class="count">
      {count > maxCount ? `${maxCount}+` : count}
      <span class="hidden"> {frame.waiting}</span>
    </span>
  );
}
