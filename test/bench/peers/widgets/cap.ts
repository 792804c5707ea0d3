/** Cap's widget. */
import '@cap.js/widget';
