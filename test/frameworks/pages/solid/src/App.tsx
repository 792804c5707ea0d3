import { createSignal } from 'solid-js';
import type {} from 'rewards-elements/elements/solid';
import type { RewardsCheckin } from 'rewards-elements/elements';
import 'rewards-elements/elements/checkin/define';
import 'rewards-elements/themes/ocean.css';

const noToken = async () => null;

export default function App() {
  let widget: RewardsCheckin | undefined;
  const [points, setPoints] = createSignal('');
  return (
    <main>
      <rewards-checkin
        ref={(element: RewardsCheckin) => (widget = element)}
        action="daily"
        endpoint="__ENDPOINT__"
        lang="en"
        auto={false}
        compact={false}
        prop:getMemberToken={noToken}
        on:rewards-granted={({ detail: { grants } }) =>
          setPoints(grants[0]?.type === 'points' ? String(grants[0].points) : '')
        }
      >
        <span slot="button">Collect</span>
      </rewards-checkin>
      <output id="heard">{points()}</output>
      <button id="again" onClick={() => widget?.reset()}>
        Again
      </button>
    </main>
  );
}

// @ts-expect-error: there is no such attribute.
export const wrong = () => <rewards-checkin actoin="daily" />;
