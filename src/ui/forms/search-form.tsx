import type { ReactNode } from "react"
import { Button } from "../components/button.tsx"
import { Field, TextInput } from "./field.tsx"
import { QueryForm } from "./query-form.tsx"

type SearchFormProps = {
  search: { label: string; name?: string; value: string | undefined; hint?: string }
  submit: string
  /** Its columns, where it has more than one choice beside the search. */
  columns?: string
  /** The fields beside the search. */
  children: ReactNode
}

/** What a list shows: words to search for, and choices. The address holds them. */
export function SearchForm({
  search: { label, name = "q", value, hint },
  submit,
  columns = "sm:grid-cols-[minmax(0,1fr)_13rem_auto] sm:items-end",
  children,
}: SearchFormProps) {
  return (
    <QueryForm className={`grid gap-4 ${columns}`}>
      <Field label={label}>
        <TextInput
          type="search"
          name={name}
          defaultValue={value}
          placeholder={hint}
          maxLength={100}
          autoComplete="off"
        />
      </Field>
      {children}
      <Button type="submit" variant="secondary">
        {submit}
      </Button>
    </QueryForm>
  )
}
