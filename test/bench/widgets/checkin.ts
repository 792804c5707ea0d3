/** The check-in as the package has it. */
import '../../../dist/elements/checkin/checkin.define.js';
