import type { ComponentChildren } from 'preact';

const icons = {
  error: 'M10 5.5v5.5M10 14.2v.1',
  info: 'M10 9v5.5M10 5.8v-.1',
  success: 'M6.2 10.3l2.6 2.6 5-5.4',
};

export interface NoticeProps {
  kind: 'error' | 'info' | 'success';
  /** Lets fields point to the notice with `describedBy`. */
  id?: string;
  /** Gets the focus when the page opens, for an error that belongs to no field. */
  focused?: boolean;
  children: ComponentChildren;
}

/** A message about the whole page; the icon shows its kind without colour. */
export function Notice({ kind, id, focused = false, children }: NoticeProps) {
  return (
    <div
      class={`notice notice-${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      id={id}
      tabIndex={focused ? -1 : undefined}
      autofocus={focused || undefined}
    >
      <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-linecap="round" aria-hidden="true">
        <circle cx="10" cy="10" r="8.5" stroke-width="1.5" />
        <path d={icons[kind]} stroke-width="2" />
      </svg>
      <p>{children}</p>
    </div>
  );
}
