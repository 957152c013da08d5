import { type ComponentProps, useEffect, useRef, useState } from "react"
import { Form, useLocation } from "react-router"

/**
 * A form whose fields are the query of the page's address. It shows what the address holds after Back and after links,
 * too, as the list beside it does. One's own search leaves it as it is, with the focus and what is typed meanwhile.
 */
export function QueryForm(props: Omit<ComponentProps<typeof Form>, "method" | "ref" | "onSubmit">) {
  const { search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(search)
  const asked = useRef<FormData>(null)
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    const isOwn = asked.current !== null && isQuery(asked.current, search)
    asked.current = null
    if (!isOwn && form.current && !isQuery(new FormData(form.current), search)) setDrawn((times) => times + 1)
  }, [search])
  return (
    <Form
      {...props}
      method="get"
      ref={form}
      key={drawn}
      onSubmit={({ currentTarget }) => {
        asked.current = new FormData(currentTarget)
      }}
    />
  )
}

function isQuery(fields: FormData, search: string): boolean {
  const query = new URLSearchParams(search)
  return [...fields].every(([name, value]) => (query.get(name) ?? "") === value)
}
