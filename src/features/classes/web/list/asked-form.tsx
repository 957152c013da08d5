import type { ReactNode } from "react"
import { Form, useLocation, useNavigate, useNavigation } from "react-router"
import { type ButtonVariant, buttonClass } from "#ui/components/button.tsx"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { Link } from "#ui/link.tsx"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

type AskedFormProps = {
  /** The posted intent, and the search parameter that keeps the question open. */
  name: "leave" | "leave-waitlist" | "withdraw-request" | "delete"
  scheduledClass: Pick<ListedClass, "id">
  titleId: string
  label: string
  variant: ButtonVariant
  title: string
  description: string
  confirmLabel: string
  busyLabel: string
  danger?: boolean
  /** Further fields of the form. */
  children?: ReactNode
}

/** A link that asks before it posts. The question is opened by the address, so it works without scripts. */
export function AskedForm({
  name,
  scheduledClass,
  titleId,
  label,
  variant,
  children,
  ...question
}: AskedFormProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const busy = useNavigation().formData?.get("class_id") === scheduledClass.id
  const open = new URLSearchParams(search).get(name) === scheduledClass.id
  const formId = `${name}-${scheduledClass.id}`
  const close = () =>
    navigate({ search: changeSearch(search, ASKING) }, { replace: true, preventScrollReset: true })
  return (
    <>
      <Link
        to={{ search: changeSearch(search, { ...ASKING, [name]: scheduledClass.id }) }}
        preventScrollReset
        className={buttonClass({ variant })}
        aria-describedby={titleId}
      >
        {label}
      </Link>
      <ConfirmDialog open={open} onClose={close} form={formId} busy={busy} {...question}>
        <Form id={formId} method="post" preventScrollReset>
          <input type="hidden" name="class_id" value={scheduledClass.id} />
          <input type="hidden" name="intent" value={name} />
          {children}
        </Form>
      </ConfirmDialog>
    </>
  )
}
