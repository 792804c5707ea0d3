import '../../../src/elements/checkin/checkin.define.ts';
