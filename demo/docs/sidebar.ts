import type { DefaultTheme } from 'vitepress';

/** All pages, in the order in which one would read them. */
export const SIDEBAR: DefaultTheme.SidebarItem[] = [
  {
    text: 'Begin',
    items: [
      { text: 'Start in five minutes', link: '/start' },
      { text: 'The community service', link: '/service' },
      { text: 'The emulator', link: '/emulator' },
    ],
  },
  {
    text: 'On your page',
    items: [
      { text: 'Embed a widget', link: '/embed' },
      { text: 'My site is on …', link: '/sites' },
      { text: 'Frameworks and editors', link: '/frameworks' },
      { text: 'Theme', link: '/theme' },
      { text: 'Translate', link: '/translate' },
      { text: 'Events and methods', link: '/events' },
    ],
  },
  {
    text: 'In your framework',
    items: [
      { text: 'Next.js', link: '/in-next' },
      { text: 'SvelteKit', link: '/in-sveltekit' },
      { text: 'Astro', link: '/in-astro' },
      { text: 'Nuxt', link: '/in-nuxt' },
      { text: 'React Router', link: '/in-react-router' },
      { text: 'React', link: '/in-react' },
      { text: 'Vue', link: '/in-vue' },
      { text: 'Svelte', link: '/in-svelte' },
      { text: 'Solid', link: '/in-solid' },
      { text: 'Preact', link: '/in-preact' },
      { text: 'Angular', link: '/in-angular' },
      { text: 'Lit', link: '/in-lit' },
      { text: 'htmx', link: '/in-htmx' },
      { text: 'Plain HTML', link: '/in-html' },
    ],
  },
  {
    text: 'The proxy',
    items: [
      { text: 'Configure', link: '/configure' },
      { text: 'Identity and trust', link: '/identity' },
      { text: 'Proofs', link: '/proofs' },
      { text: 'Wallets', link: '/onchain' },
      { text: 'Chains and tokens', link: '/chains' },
      { text: 'Events that come in', link: '/events-in' },
      { text: 'Events that go out', link: '/events-out' },
      { text: 'Bots, limits and abuse', link: '/abuse' },
      { text: 'Deploy', link: '/deploy' },
      { text: 'Servers and runtimes', link: '/servers' },
      { text: 'Hosts', link: '/hosts' },
      { text: 'Operate', link: '/operate' },
      { text: 'The owner’s desk', link: '/desk' },
      { text: 'Giving by hand', link: '/giving' },
      { text: 'Another database', link: '/ledger' },
      { text: 'Troubleshoot', link: '/troubleshoot' },
      { text: 'Questions', link: '/questions' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Elements', link: '/elements' },
      { text: 'Configuration keys', link: '/config-keys' },
      { text: 'HTTP API', link: '/http-api' },
      { text: 'Schemas of the HTTP API', link: '/schemas' },
      { text: 'Command line', link: '/commands' },
    ],
  },
  {
    text: 'The project',
    items: [
      { text: 'Design decisions', link: '/design' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'OWASP ASVS', link: '/asvs' },
      { text: 'Contribute', link: '/contribute' },
    ],
  },
];
