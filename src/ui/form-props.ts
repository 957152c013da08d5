import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react"

/*
 * conform's helpers with React's `key` left out, which may not be spread.
 * <Field field={…}> keys its control instead, so a reset form still shows its first values.
 */

type InputOptions = Parameters<typeof getInputProps>[1]

export function inputProps<Schema>(field: FieldMetadata<Schema>, options: InputOptions = { type: "text" }) {
  const { key: _, ...props } = getInputProps(field, options)
  return props
}

export function checkboxProps<Schema>(field: FieldMetadata<Schema>, value = "on") {
  const { key: _, type: __, ...props } = getInputProps(field, { type: "checkbox", value })
  return props
}

export function selectProps<Schema>(field: FieldMetadata<Schema>) {
  const { key: _, ...props } = getSelectProps(field)
  return props
}

export function textAreaProps<Schema>(field: FieldMetadata<Schema>) {
  const { key: _, ...props } = getTextareaProps(field)
  return props
}
