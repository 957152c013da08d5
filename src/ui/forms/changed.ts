export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio"

/** Whether something was typed, chosen or ticked since the page came. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const given = options.findLast((option) => option.defaultSelected)
    return control.value !== ((given ?? options.find((option) => !option.disabled))?.value ?? "")
  }
  if (control.type === "file") return control.value !== ""
  if (control.type === "radio") return isTicked(control) && control.checked && !control.defaultChecked
  return isTicked(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/** The controls of the page or a part of it that a person can change. */
export const controls = (within: ParentNode = document) => [
  ...within.querySelectorAll<Control>("input:not([type=hidden]), select, textarea"),
]
