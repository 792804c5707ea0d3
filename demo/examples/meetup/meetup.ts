import '../../../src/elements/signup/signup.define.ts';
import '../try-it.ts';
