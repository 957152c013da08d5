import { type Control, controls, isChanged } from "../forms/changed.ts"
import { fieldsIn } from "./form-marks.ts"
import { isLoading, loadInPlace } from "./load-in-place.ts"

/** Lets a form say what it comes to before it is sent, and anew whenever a field changes that this depends on. Once. */
export function followAsking(): void {
  document.addEventListener("change", ({ target }) => {
    const form = formAskedBy(target)
    if (form) askAgain(form)
    // The answer that is under way knows nothing of it.
    else if (isLoading() && (target as Control).form?.dataset.asks) (target as Control).dataset.held = ""
  })
  // Chosen before this script came, or put back by the browser.
  const form = controls().filter(isChanged).map(formAskedBy).find(Boolean)
  if (form) askAgain(form)
}

function formAskedBy(control: unknown): HTMLFormElement | null {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return null
  return fieldsIn(control.form, "asks").includes(control.name) ? control.form : null
}

function askAgain(form: HTMLFormElement): void {
  const asked = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  for (const name of fieldsIn(form, "keeps")) asked.delete(name)
  void loadInPlace({ address: `${location.pathname}?${asked}`, history: "replace" })
}
