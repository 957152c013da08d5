/**
 * Returns the fields that a mark of a form names. `data-asks` has those that its price or another answer depends on,
 * `data-keeps` those that stay in the browser until the form is sent.
 */
export function fieldsIn(form: HTMLFormElement | null, mark: "asks" | "keeps"): readonly string[] {
  return form?.dataset[mark]?.split(" ") ?? []
}
