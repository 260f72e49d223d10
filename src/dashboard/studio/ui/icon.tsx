const PATHS = {
  home: 'M3 10.5 12 3l9 7.5M5.500 9v11h13V9M10 20v-6h4v6',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6.500 9c0-3.600 2.900-6 6.500-6s6.500 2.400 6.500 6M16 4.300a3.500 3.500 0 0 1 0 6.400M17.500 14.400c2.400.8 4 2.800 4 5.600',
  mail: 'M3 5.500h18v13H3zM3 7l9 6.500L21 7',
  image: 'M3 4.500h18v15H3zM3 16l5-5 4 4 3.500-3.500L21 16.500M15.500 9.500h.01',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500c0-4 3.400-6.500 7.500-6.500s7.500 2.500 7.500 6.500',
  store:
    'M4 9.500V20h16V9.500M3 9l2-5h14l2 5c0 1.700-1.300 2.500-2.800 2.500S15 10.500 15 9c0 1.700-1.300 2.500-3 2.500S9 10.500 9 9c0 1.700-1.500 2.500-3.200 2.500S3 10.700 3 9Z',
  inbox: 'M3.500 13.500 6 5h12l2.500 8.500V19h-17zM3.500 13.500H9a3 3 0 0 0 6 0h5.500',
  list: 'M8.500 6H21M8.500 12H21M8.500 18H21M4 6h.01M4 12h.01M4 18h.01',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  layers: 'M12 3.500 21 8.500l-9 5-9-5zM3.500 12.500 12 17.500l8.500-5M3.500 16.500 12 21.500l8.500-5',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
