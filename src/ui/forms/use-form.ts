import type { SubmissionResult } from "@conform-to/react"
import { useEffect, useId, useState } from "react"
import { controls, isChanged } from "./changed.ts"

/** What the helpers of form-props.ts and `<Field>` need of a field. conform's own field metadata has this shape. */
export interface FieldMetadata<_Value = unknown> {
  id: string
  name: string
  formId: string
  errorId: string
  descriptionId: string
  /** Changes when the form is emptied, so that its controls show their first values again. */
  key?: string | undefined
  errors?: string[] | undefined
  initialValue?: string | readonly string[] | undefined
  required?: boolean | undefined
}

export interface FormMetadata {
  id: string
  errorId: string
  errors: string[] | undefined
}

interface FormOptions<Values> {
  id?: string
  /** The action's result: what was typed, and its errors. */
  lastResult?: SubmissionResult | null | undefined
  defaultValue?: { [Name in keyof Values]?: unknown } | undefined
}

type Fields<Values> = { [Name in keyof Values & string]-?: FieldMetadata<Values[Name]> }

/**
 * A form of flat fields, validated by the browser and the server only: conform's `useForm` without its
 * validation, a sixth of its size. Each response puts the focus on the first invalid field, and a field that
 * is changed after it is no longer shown as wrong.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): [FormMetadata, Fields<Values>] {
  const ownId = useId()
  const id = options.id ?? ownId
  const result = options.lastResult ?? null
  const { values, emptied } = useFirstValues(id, result, options.defaultValue)
  const errors = result?.error ?? {}
  const amended = useAmended(id, result)
  useFocusOnRefused(id, result)

  const fieldOf = (name: string): FieldMetadata => ({
    id: `${id}-${name}`,
    name,
    formId: id,
    errorId: `${id}-${name}-error`,
    descriptionId: `${id}-${name}-description`,
    key: emptied > 0 ? `${emptied}` : undefined,
    errors: amended.includes(name) ? undefined : (errors[name] ?? undefined),
    initialValue: values[name] as FieldMetadata["initialValue"],
  })
  const fields = new Proxy({} as Fields<Values>, {
    get: (_target, name) => (typeof name === "string" ? fieldOf(name) : undefined),
  })
  return [{ id, errorId: `${id}-error`, errors: errors[""] ?? undefined }, fields]
}

/**
 * Returns the controls' initial values: what was typed before the page came, else the defaults, to which
 * success resets.
 */
function useFirstValues(id: string, result: SubmissionResult | null, defaults: object | undefined) {
  const [seen, setSeen] = useState(result)
  const [emptied, setEmptied] = useState(0)
  const [typed, setTyped] = useState<Record<string, unknown> | null>(result?.initialValue ?? null)
  if (result !== seen) {
    setSeen(result)
    if (result && result.initialValue === null) {
      setEmptied(emptied + 1)
      setTyped(null)
    }
  }
  const [first, setFirst] = useState({ defaults, emptied })
  if (first.emptied !== emptied) setFirst({ defaults, emptied })
  // Saved values come back with the page's own data, a moment after the success.
  const isOld = emptied > 0 && JSON.stringify(first.defaults) !== JSON.stringify(defaults)
  useEffect(() => {
    const form = document.getElementById(id)
    if (isOld && form && !controls(form).some(isChanged)) setEmptied((times) => times + 1)
  }, [isOld, id])
  return { values: typed ?? asTyped(first.defaults ?? {}), emptied }
}

/** A control may be a part of a field, such as the day of a date. */
function fieldOfControl(control: EventTarget | null): string {
  return control instanceof HTMLElement && "name" in control ? (String(control.name).split(".")[0] ?? "") : ""
}

/** Returns the fields that were changed since they were refused: what was wrong with them may be right now. */
function useAmended(id: string, result: SubmissionResult | null): readonly string[] {
  const [amended, setAmended] = useState({ result, names: [] as readonly string[] })
  useEffect(() => {
    const form = document.getElementById(id)
    const { error } = result ?? {}
    if (!form || !error) return
    const note = ({ target }: Event) => {
      const name = fieldOfControl(target)
      if (!error[name]) return
      setAmended((before) => {
        const names = before.result === result ? before.names : []
        return names.includes(name) ? before : { result, names: [...names, name] }
      })
    }
    form.addEventListener("input", note)
    return () => form.removeEventListener("input", note)
  }, [id, result])
  return amended.result === result ? amended.names : []
}

/** Returns values as controls have them: texts, and checkboxes that are ticked or missing. */
function asTyped(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === null || value === undefined || value === false) return []
      return [[name, value === true ? "on" : Array.isArray(value) ? value.map(String) : String(value)]]
    }),
  )
}

function useFocusOnRefused(id: string, result: SubmissionResult | null) {
  const [first] = useState(result)
  useEffect(() => {
    if (!result?.error || result === first) return
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    for (const control of form.elements) {
      const field = fieldOfControl(control)
      if (field && result.error[field]) return (control as HTMLElement).focus()
    }
  }, [id, result, first])
}
