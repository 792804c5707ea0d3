import { ClaimController } from '../shared/claim-controller.ts';
import { ClaimElement } from '../shared/claim-element.ts';
import { DebugStates } from './show-state.ts';

ClaimElement.createProperty('debugState', { attribute: 'debug-state' });
ClaimElement.addInitializer((element) => {
  let shown: DebugStates | undefined;
  element.addController({
    hostConnected() {
      const claims: unknown = Reflect.get(element, 'claims');
      if (claims instanceof ClaimController) shown ??= new DebugStates(claims);
    },
    hostUpdate: () => shown?.prepare(),
    hostUpdated: () => shown?.show(),
  });
});
