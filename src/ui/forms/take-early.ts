import { type Control, controls, isChanged, isTicked } from "./changed.ts"

/** Sets a value past React, which remembers what it has seen of a control and ignores events that change nothing. */
function setUnseen(control: Exclude<Control, HTMLSelectElement>): void {
  const name = isTicked(control) ? "checked" : "value"
  const { [name]: given } = control as HTMLInputElement
  const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  const { selectionStart, selectionEnd, selectionDirection } = control
  Object.assign(control, { [name]: isTicked(control) ? control.defaultChecked : control.defaultValue })
  Object.getOwnPropertyDescriptor(kind.prototype, name)?.set?.call(control, given)
  if (selectionStart !== null)
    control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none")
}

/** A changed control with what it held. Its place among controls of its name finds it again when React drew it anew. */
type Noted = {
  control: Control
  form: HTMLFormElement | null
  place: number
  value: string
  checked: boolean
}

const alike = (form: HTMLFormElement | null, name: string) =>
  controls().filter((one) => one.form === form && one.name === name)

let noted: Noted[] = []

/**
 * Notes what was typed, chosen or ticked. Before hydration: without scripts a form shows all its fields, and React takes
 * those away that depend on a choice which it hasn't been told of.
 */
export function noteEarly(): void {
  noted = controls()
    .filter(isChanged)
    .map((control) => ({
      control,
      form: control.form,
      place: alike(control.form, control.name).indexOf(control),
      value: control.value,
      checked: isTicked(control) && control.checked,
    }))
}

function tell(control: Control): void {
  if (!(control instanceof HTMLSelectElement) && control.type !== "file") setUnseen(control)
  // No mouse event, which would tick the box once more.
  if (isTicked(control)) control.dispatchEvent(new Event("click", { bubbles: true }))
  for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }))
}

/** The control that React shows in the place of one that it took away, with what that one held. */
function findAgain({ control, form, place, value, checked }: Noted): Control | undefined {
  if (control.type === "file") return undefined
  const again = alike(form, control.name)[place]
  if (again && isTicked(again)) again.checked = checked
  else if (again) again.value = value
  return again
}

/**
 * Tells the page's forms of what was typed, chosen or ticked before React took them over, as if it were done now. On a
 * slow phone that is seconds.
 */
export async function takeEarly(): Promise<void> {
  const gone = noted.filter(({ control }) => !control.isConnected)
  noted = []
  for (const control of controls()) if (isChanged(control)) tell(control)
  for (const one of gone) {
    // What depends on a choice is shown once React has been told of it.
    await new Promise((drawn) => setTimeout(drawn))
    const again = findAgain(one)
    if (again) tell(again)
  }
}
