/** The check-in as the package has it. */
import '../../../dist/packages/rewards-elements/dist/elements/checkin/checkin.define.js';
