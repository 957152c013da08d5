import type { Messages } from "../messages/en.ts"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function reasonOf(control: Control, words: Messages["refused"]): string | null {
  const { valueMissing, tooShort, typeMismatch } = control.validity
  if (valueMissing && control.type === "checkbox") return words.unticked
  if (valueMissing && ["select-one", "radio", "file", "date", "time"].includes(control.type))
    return words.unchosen
  if (valueMissing) return words.empty
  if (tooShort && "minLength" in control) return words.short.replace("{count}", `${control.minLength}`)
  return typeMismatch && control.type === "email" ? words.email : null
}

/**
 * Lets the browser explain what it refuses to send in the language of the page: by itself it uses its own, which on
 * most phones is English.
 */
export function explainRefused(): void {
  const words = JSON.parse(document.documentElement.dataset.refusedWords ?? "null") as
    | Messages["refused"]
    | null
  if (!words) return
  const isControl = (target: EventTarget | null): target is Control =>
    target instanceof HTMLElement && "setCustomValidity" in target
  const on = (event: string, act: (control: Control) => void) =>
    document.addEventListener(event, ({ target }) => isControl(target) && act(target), true)
  on("invalid", (control) => {
    control.setCustomValidity("")
    control.setCustomValidity(reasonOf(control, words) ?? "")
  })
  // Otherwise it would be refused for the text alone, and with a radio button all others of its group.
  for (const event of ["input", "change"])
    on(event, (control) => {
      for (const one of groupOf(control)) one.setCustomValidity("")
    })
}

/** The control, or the radio buttons among which it is one. */
function groupOf(control: Control): Control[] {
  if (control.type !== "radio" || !control.form) return [control]
  return [...control.form.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
    ({ name }) => name === control.name,
  )
}
