/** Where the files are of a font's regular and bold letters, which come from npm. */
const FILES = {
  'open-sans': [
    '@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf',
    '@expo-google-fonts/open-sans/700Bold/OpenSans_700Bold.ttf',
  ],
  // As wide as Verdana.
  dejavu: ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'],
  // Wider than what any system has for texts: every weight is bold.
  wide: ['dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'],
} as const;

export type Fonts = keyof typeof FILES;

/** The same fonts as in test/support/fonts, for widgets on a page of the test's own. */
export const FONTS: readonly Fonts[] = ['open-sans', 'dejavu', 'wide'];

const loaded = new Map<Fonts, Promise<unknown>>();

async function load(fonts: Fonts): Promise<void> {
  const [regular, bold] = FILES[fonts];
  const faces = [
    new FontFace(fonts, `url(/node_modules/${regular})`, { weight: '400' }),
    new FontFace(fonts, `url(/node_modules/${bold})`, { weight: '700' }),
  ];
  for (const face of await Promise.all(faces.map((one) => one.load()))) document.fonts.add(face);
}

/** Has the page be written in these fonts. */
export async function useFonts(fonts: Fonts): Promise<void> {
  const loading = loaded.get(fonts) ?? load(fonts);
  loaded.set(fonts, loading);
  await loading;
  document.documentElement.style.fontFamily = `${fonts}, sans-serif`;
}

/** Goes back to the machine's own. */
export function resetFonts(): void {
  document.documentElement.style.fontFamily = '';
}
