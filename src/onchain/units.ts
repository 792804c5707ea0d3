import { parseUnits } from 'viem';
import { checkOption } from './check-options.ts';

/** The amount in the smallest unit: a bigint is in that unit already, a text is a decimal number of whole units. Throws `TypeError`. */
export function inSmallest(where: string, name: string, given: string | bigint, decimals: number): bigint {
  if (typeof given === 'bigint') return given;
  const places = /^\d+(?:\.(\d+))?$/.exec(given)?.[1]?.length ?? 0;
  checkOption(
    places <= decimals,
    where,
    `${name} has more than ${decimals} digits after the point, and there is nothing so small`,
  );
  return parseUnits(given, decimals);
}

/** Throws `TypeError` unless the value is a decimal number as text, or a bigint, above 0. */
export function checkAmount(
  where: string,
  name: string,
  given: unknown,
  unit: string,
): asserts given is string | bigint {
  const fits =
    typeof given === 'bigint'
      ? given > 0n
      : typeof given === 'string' && /^\d+(?:\.\d+)?$/.test(given) && /[1-9]/.test(given);
  checkOption(fits, where, `${name} must be a number above 0 in quotes, in ${unit}, or a bigint in the smallest unit`);
}
