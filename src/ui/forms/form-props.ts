import type { FieldMetadata } from "./use-form.ts"

/*
 * What a control gets from its field. React's `key` is left out, which may not be spread: <Field field={…}> keys
 * its control instead, so that an emptied form shows its first values.
 */

type InputOptions = { type: string; value?: string | boolean }

function controlProps<Value>(field: FieldMetadata<Value>) {
  const invalid = field.errors !== undefined
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    ...(field.required && { required: true }),
    ...(invalid && { "aria-invalid": true as const, "aria-describedby": field.errorId }),
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? { defaultValue: value } : {})

/** `value: false` leaves the value to the caller. */
export function inputProps<Value>(field: FieldMetadata<Value>, options: InputOptions = { type: "text" }) {
  return {
    ...controlProps(field),
    type: options.type,
    ...(options.value === false ? {} : textOf(field.initialValue)),
  }
}

export function checkboxProps<Value>(field: FieldMetadata<Value>, value = "on") {
  const held = field.initialValue
  const defaultChecked = Array.isArray(held) ? held.includes(value) : held === value
  return { ...controlProps(field), value, defaultChecked }
}

export function selectProps<Value>(field: FieldMetadata<Value>) {
  return { ...controlProps(field), ...textOf(field.initialValue) }
}

export function textAreaProps<Value>(field: FieldMetadata<Value>) {
  return { ...controlProps(field), ...textOf(field.initialValue) }
}
