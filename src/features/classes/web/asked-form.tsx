import type { ReactNode } from "react"
import { Form, Link, useLocation, useNavigate, useNavigation } from "react-router"
import { type ButtonVariant, buttonClass } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/dialog.tsx"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

type AskedFormProps = {
  /** The intent that is posted, and the parameter that holds the question open. */
  name: "leave" | "leave-line" | "delete"
  session: Pick<ListedClass, "id">
  titleId: string
  label: string
  variant: ButtonVariant
  title: string
  description: string
  confirmLabel: string
  busyLabel: string
  danger?: boolean
  /** Further fields of the question. */
  children?: ReactNode
}

/** A link that asks before it posts. The question stands in the address, so it works without scripts. */
export function AskedForm({ name, session, titleId, label, variant, children, ...question }: AskedFormProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const busy = useNavigation().formData?.get("class_id") === session.id
  const open = new URLSearchParams(search).get(name) === session.id
  const formId = `${name}-${session.id}`
  const close = () =>
    navigate({ search: changeSearch(search, ASKING) }, { replace: true, preventScrollReset: true })
  return (
    <>
      <Link
        to={{ search: changeSearch(search, { ...ASKING, [name]: session.id }) }}
        preventScrollReset
        className={buttonClass({ variant })}
        aria-describedby={titleId}
      >
        {label}
      </Link>
      <ConfirmDialog open={open} onClose={close} form={formId} busy={busy} {...question}>
        <Form id={formId} method="post" preventScrollReset>
          <input type="hidden" name="class_id" value={session.id} />
          <input type="hidden" name="intent" value={name} />
          {children}
        </Form>
      </ConfirmDialog>
    </>
  )
}
