import { isMinorHere } from "#shared/age.ts"

/* What forms do while somebody types, by marks in their markup. React does the same where it runs. */

/** Keeps the forms of a page as what is typed in them asks. Once. */
export function followTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.digits)
      target.value = target.value.replace(/\D/g, "").slice(0, Number(target.dataset.digits))
    refreshForms()
  })
  document.addEventListener("click", ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>("button[data-shows-password]") : null
    if (button) showPassword(button)
  })
  refreshForms()
}

/** Brings buttons and fields that depend on others in line with what is typed. */
export function refreshForms(): void {
  for (const form of document.forms) {
    for (const button of form.querySelectorAll<HTMLButtonElement>("button[data-needs]"))
      button.disabled = isMissing(form, button.dataset.needs ?? "")
    const guardian = form.querySelector<HTMLElement>("[data-guardian]")
    if (guardian) askForGuardian(form, guardian)
  }
}

function isMissing(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  if (!(control instanceof HTMLInputElement)) return false
  if (control.type === "checkbox") return !control.checked
  return control.value.trim() === "" || control.validity.patternMismatch
}

/** Shown to the parents of minors, and where they were refused. */
function askForGuardian(form: HTMLFormElement, guardian: HTMLElement): void {
  const [day, month, year] = ["day", "month", "year"].map((part) => {
    const control = form.elements.namedItem(`date_of_birth.${part}`)
    return control instanceof HTMLInputElement ? control.value : ""
  })
  const isMinor = isMinorHere({ day: day ?? "", month: month ?? "", year: year ?? "" })
  const isShown = isMinor || guardian.querySelector("[aria-invalid=true]") !== null
  guardian.classList.toggle("grid", isShown)
  guardian.classList.toggle("hidden", !isShown)
  for (const input of guardian.querySelectorAll("input")) input.required = isShown
}

function showPassword(button: HTMLElement): void {
  const input = button.parentElement?.querySelector("input")
  if (!input) return
  input.type = input.type === "password" ? "text" : "password"
  const { showsPassword = "" } = button.dataset
  button.dataset.showsPassword = button.getAttribute("aria-label") ?? ""
  button.setAttribute("aria-label", showsPassword)
  for (const icon of button.children) icon.classList.toggle("hidden")
}
