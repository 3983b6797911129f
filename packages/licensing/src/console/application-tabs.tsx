import { useTexts } from '@org/identity-ui';
import { consoleTexts } from './texts.js';

/** The pages of one application, in the order of their links. The first one has the path of the application itself. */
const pages = ['holders', 'requests', 'rules', 'leases', 'history'] as const;

/** Links to the pages of one application in the console of a tenant. */
export function ApplicationTabs(props: { base: string; applicationId: string; current: (typeof pages)[number] }) {
  const { tabs } = useTexts(consoleTexts);
  const path = `${props.base}/licenses/${props.applicationId}`;
  return (
    <nav class="tabs" aria-label={tabs.label}>
      {pages.map((page) => (
        <a
          key={page}
          href={page === 'holders' ? path : `${path}/${page}`}
          aria-current={page === props.current ? 'page' : undefined}
        >
          {tabs[page]}
        </a>
      ))}
    </nav>
  );
}
