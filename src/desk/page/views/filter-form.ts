import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { formText } from '../form-text.ts';

/**
 * A form whose answers stand in the address: `hashOf` says where they lead. What was chosen by hand heeds no default any more, so that with
 * another query it begins anew.
 */
export function filterForm(
  query: URLSearchParams,
  hashOf: (form: FormData) => string,
  fields: TemplateResult,
): unknown {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) location.hash = hashOf(new FormData(event.target));
  };
  return keyed(String(query), html`<form class="filter" @submit=${submit}>${fields}</form>`);
}

/** What was entered in those fields, without those that are empty. */
export function enteredIn(form: FormData, names: readonly string[]): URLSearchParams {
  return new URLSearchParams(names.map((name) => [name, formText(form, name)]).filter(([, value]) => value !== ''));
}
