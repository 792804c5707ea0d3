'use client';

import { useEffect, useRef, useState } from 'react';
import type {} from 'rewards-elements/elements/react';
import type { RewardsCheckin } from 'rewards-elements/elements';
import 'rewards-elements/elements/checkin/define';
import 'rewards-elements/themes/ocean.css';

const noToken = async () => null;

export default function Widgets() {
  const widget = useRef<RewardsCheckin>(null);
  const [points, setPoints] = useState('');
  // React sets no properties while it takes over what the server rendered: what is no attribute goes through a ref.
  useEffect(() => {
    if (widget.current) widget.current.getMemberToken = noToken;
  }, []);
  return (
    <main>
      <rewards-checkin
        ref={widget}
        action="daily"
        endpoint="__ENDPOINT__"
        lang="en"
        auto={false}
        compact={false}
        onrewards-granted={({ detail }) => {
          const [grant] = detail.grants;
          setPoints(grant?.type === 'points' ? String(grant.points) : '');
        }}
      >
        <span slot="button">Collect</span>
      </rewards-checkin>
      <output id="heard">{points}</output>
      <button id="again" onClick={() => widget.current?.reset()}>
        Again
      </button>
    </main>
  );
}

// @ts-expect-error: there is no such attribute.
export const wrong = () => <rewards-checkin actoin="daily" />;
