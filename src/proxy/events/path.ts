import { isRecord } from '../../contract/guard.ts';

/** One step of a path: to a property or an index, or to the entry of a list in which a key has a value. */
type Step = { name: string } | { key: string; value: string };

const STEP = /(?:^|\.)([^.[\]=]+)|\[([^[\]=]+)=([^[\]]+)\]/y;

/** The steps of a path such as `data.object.customer` or `note_attributes[name=member].value`; null if it is not a path. */
export function readPath(text: string): readonly Step[] | null {
  const steps: Step[] = [];
  const pattern = new RegExp(STEP);
  while (pattern.lastIndex < text.length) {
    const [found, name, key = '', value = ''] = pattern.exec(text) ?? [];
    if (found === undefined) return null;
    steps.push(name === undefined ? { key, value } : { name });
  }
  return steps.length > 0 && text.length <= MAX_LENGTH ? steps : null;
}

const MAX_LENGTH = 256;

/** The value at the path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((inner, step) => ('name' in step ? named(inner, step.name) : entry(inner, step)), value);
}

function named(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d{1,6}$/.test(name) ? value[Number(name)] : undefined;
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function entry(list: unknown, { key, value }: { key: string; value: string }): unknown {
  if (!Array.isArray(list)) return undefined;
  return list.find((item) => isRecord(item) && Object.hasOwn(item, key) && item[key] === value);
}
