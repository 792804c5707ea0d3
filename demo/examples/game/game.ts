import '../../../src/elements/checkin/checkin.define.ts';
import '../try-it.ts';
