/**
 * The desk's page: runs in the owner's browser, and knows no more than `api/` below it tells. Imports lit, and types of
 * the ledger.
 */
import { render } from 'lit';
import { DeskClient } from './desk-client.ts';
import { Model } from './model.ts';
import { LANGUAGE } from './texts.ts';
import { showTheme } from './theme.ts';
import { deskView } from './views/desk-view.ts';

showTheme();
document.body.lang = LANGUAGE;
const model = new Model(new DeskClient(), () => render(deskView(model), document.body));
void model.open();
