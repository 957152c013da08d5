import { controls, isChanged } from "../forms/changed.ts"
import { fieldsIn } from "./form-marks.ts"
import { loadInPlace } from "./load-in-place.ts"
import { holdChanges } from "./take-in.ts"

/** Lets a form say what it comes to before it is sent, and anew whenever a field changes that this depends on. Once. */
export function followAsking(): void {
  document.addEventListener("change", ({ target }) => {
    const form = formAskedBy(target)
    if (form) void askAgain(form)
  })
  // Chosen before this script came, or put back by the browser.
  const form = controls().filter(isChanged).map(formAskedBy).find(Boolean)
  if (form) void askAgain(form)
}

function formAskedBy(control: unknown): HTMLFormElement | null {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return null
  return fieldsIn(control.form, "asks").includes(control.name) ? control.form : null
}

async function askAgain(form: HTMLFormElement): Promise<void> {
  const asked = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  for (const name of fieldsIn(form, "keeps")) asked.delete(name)
  const end = holdChanges(form)
  await loadInPlace({ address: `${location.pathname}?${asked}`, history: "replace" })
  end()
}
