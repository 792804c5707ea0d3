import type { Localization } from '../shared/localization.ts';
import type { Shown } from '../shared/types.ts';

/** What the claim gives, such as " +10"; an empty text where that is no number of points. */
export function pointsIn({ view }: Shown, { locale }: Localization): string {
  const points = view?.grants.find(({ type }) => type === 'points');
  const number = new Intl.NumberFormat(locale, { signDisplay: 'always' });
  return points?.type === 'points' && points.points ? ` ${number.format(points.points)}` : '';
}
