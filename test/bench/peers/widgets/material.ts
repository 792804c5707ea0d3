/** What a site would take of Material to draw a field and a button. */
import '@material/web/button/filled-button.js';
import '@material/web/textfield/outlined-text-field.js';
