/** ALTCHA's widget. */
import 'altcha';
