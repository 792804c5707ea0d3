import { NotInstalled } from '../processes/find-program.ts';

/** Sets up one engine; throws {@link NotInstalled} where the machine lacks it. */
export type SetUp<T> = () => Promise<T>;

/** Which engines are asked for: lists of names with commas, as the environment variables of these names hold them. */
export interface Wishes {
  /** The engines to run. All when unset; one that is named and missing is an error. */
  ENGINES?: string | undefined;
  /** Those of them whose absence is an error. */
  REQUIRE_ENGINES?: string | undefined;
}

/**
 * The engines that are wished for and installed. Each one that is missing gets a line of `say`, or is an error that says
 * what to install where it was named. At least one is returned.
 */
export async function chooseEngines<T>(
  engines: Record<string, SetUp<T>>,
  wishes: Wishes,
  say: (line: string) => void,
): Promise<T[]> {
  const wanted = names('ENGINES', wishes.ENGINES, engines);
  const required = names('REQUIRE_ENGINES', wishes.REQUIRE_ENGINES, engines);
  const chosen = wanted.length > 0 ? wanted : Object.keys(engines);
  const left = required.find((name) => !chosen.includes(name));
  if (left) throw new Error(`REQUIRE_ENGINES asks for ${left}, but ENGINES leaves it out. Change one of the two.`);
  const found: T[] = [];
  for (const [name, setUp] of Object.entries(engines)) {
    if (!chosen.includes(name)) continue;
    try {
      found.push(await setUp());
    } catch (error) {
      if (!(error instanceof NotInstalled) || wanted.includes(name) || required.includes(name)) throw error;
      say(`Skipped ${name}. ${error.message}`);
    }
  }
  if (found.length > 0) return found;
  throw new Error('There is no browser to test in. Install one of those above.');
}

function names(variable: string, list = '', engines: object): string[] {
  const known = Object.keys(engines);
  const listed = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = listed.find((name) => !known.includes(name));
  if (unknown) throw new Error(`${variable} names ${unknown}. Use one or more of ${known.join(',')}.`);
  return listed;
}
