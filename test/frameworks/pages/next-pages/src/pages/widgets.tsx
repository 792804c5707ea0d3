import { useEffect, useRef, useState } from 'react';
import type {} from 'rewards-elements/elements/react';
import type { RewardsCheckin, RewardsGrantedEvent } from 'rewards-elements/elements';
import 'rewards-elements/elements/checkin/define';

const noToken = async () => null;

/** While React takes over what the server rendered it sets no properties and no listeners of such tags: they go through a ref. */
export default function Widgets() {
  const widget = useRef<RewardsCheckin>(null);
  const [points, setPoints] = useState('');
  useEffect(() => {
    const { current } = widget;
    if (!current) return;
    const granted = ({ detail: { grants } }: RewardsGrantedEvent) =>
      setPoints(grants[0]?.type === 'points' ? String(grants[0].points) : '');
    current.getMemberToken = noToken;
    current.addEventListener('rewards-granted', granted);
    return () => current.removeEventListener('rewards-granted', granted);
  }, []);
  return (
    <main>
      <rewards-checkin ref={widget} action="daily" endpoint="__ENDPOINT__" lang="en" auto={false} compact={false}>
        <span slot="button">Collect</span>
      </rewards-checkin>
      <output id="heard">{points}</output>
      <button id="again" onClick={() => widget.current?.reset()}>
        Again
      </button>
    </main>
  );
}
