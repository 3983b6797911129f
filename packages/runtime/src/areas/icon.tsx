const paths = {
  overview: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c.4-2.9 2.6-4.5 5.5-4.5s5.1 1.6 5.5 4.5M13 3.8a3 3 0 0 1 0 5.4M15.2 12.6c1.6.7 2.5 2 2.8 3.9',
  licenses: 'M12.6 12a4.6 4.6 0 1 0-4.3-3L2.8 14.5v2.7h2.9v-2h2v-2l1.7-1.7c.9.4 2 .5 3.2.5zM13.6 6.4v.1',
  security: 'M10 2.5l6 2.2v4.6c0 3.8-2.4 6.6-6 8.2-3.6-1.6-6-4.4-6-8.2V4.7z',
  developers: 'M6.5 6l-4 4 4 4M13.5 6l4 4-4 4M11.5 4l-3 12',
  operations: 'M2 10.5h3.5l2.3-6 4 11 2.2-5h4',
  settings: 'M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 6h7M14 6h3M3 14h3M10 14h7',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  open: 'M6 8l4 4 4-4',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13.2 13.2L17 17',
};
export type IconName = keyof typeof paths;

/** The icon of a group of the navigation: its own, or that of all others. */
export function iconOf(group: string): IconName {
  return isIcon(group) ? group : 'more';
}

const isIcon = (name: string): name is IconName => Object.hasOwn(paths, name);

/** A small drawing beside words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
